import { isObject } from '../../../../src/client/core/json';
import { getValueAt } from '../../../../src/client/response/jsonPointer';

/**
 * Says where a value differs from a schema of a document, as the frameworks do that refuse with 422. It is written after
 * the specification and not after the reader of documents, so that one finds the faults of the other.
 */
export function listSchemaProblems(document: unknown, given: unknown, value: unknown, at = 'body'): string[] {
  if (!isObject(given)) return [];
  const { $ref: reference } = given;
  const target = typeof reference === 'string' ? getValueAt(document, reference.slice(1)) : undefined;
  const check = (schema: unknown) => listSchemaProblems(document, schema, value, at);
  const problems = [...(target === undefined ? [] : check(target)), ...asList(given['allOf']).flatMap(check)];
  for (const alternatives of [given['anyOf'], given['oneOf']]) {
    const fits = asList(alternatives).some((one) => check(one).length === 0);
    if (Array.isArray(alternatives) && !fits) problems.push(`${at}: none of the alternatives`);
  }
  if (value === null && given['nullable'] === true) return [];
  if ('const' in given && value !== given['const']) problems.push(`${at}: not ${String(given['const'])}`);
  if (Array.isArray(given['enum']) && !given['enum'].includes(value)) problems.push(`${at}: not in the list`);
  const types = Array.isArray(given['type']) ? (given['type'] as unknown[]) : [given['type']];
  const isTyped = types.some((type) => type === undefined || isOfType(value, type));
  if (!isTyped) return [...problems, `${at}: no ${types.join(' or ')}`];
  if (typeof value === 'string') problems.push(...listTextProblems(given, value, at));
  if (typeof value === 'number' && value < Number(given['minimum'] ?? -Infinity))
    problems.push(`${at}: too small`);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length < Number(given['minItems'] ?? 0)) problems.push(`${at}: too short`);
    return [
      ...problems,
      ...items.flatMap((item, index) => listSchemaProblems(document, given['items'], item, `${at}.${index}`)),
    ];
  }
  return isObject(value) ? [...problems, ...listObjectProblems(document, given, value, at)] : problems;
}

function listObjectProblems(
  document: unknown,
  given: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
  at: string,
): string[] {
  const properties = isObject(given['properties']) ? given['properties'] : {};
  const { additionalProperties: others } = given;
  const missing = asList(given['required']).filter((name) => !Object.hasOwn(value, String(name)));
  const found = Object.entries(value).flatMap(([name, member]) => {
    const place = `${at}.${name}`;
    if (Object.hasOwn(properties, name)) return listSchemaProblems(document, properties[name], member, place);
    return others === false ? [`${place}: unknown`] : listSchemaProblems(document, others, member, place);
  });
  return [...missing.map((name) => `${at}.${String(name)}: missing`), ...found];
}

function listTextProblems(given: Readonly<Record<string, unknown>>, value: string, at: string): string[] {
  const { minLength = 0, maxLength = Infinity, format } = given;
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
  return [
    ...(value.length < Number(minLength) || value.length > Number(maxLength) ? [`${at}: length`] : []),
    ...(format === 'uuid' && !isUuid ? [`${at}: no UUID`] : []),
    ...(format === 'uri' && !URL.canParse(value) ? [`${at}: no URL`] : []),
  ];
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
