import { isObject } from '../client/core/json';
import type { DescribedBody } from './bodyProposal';
import type { JsonSchema, OpenApiReferences } from './openApiReferences';

export function readRequestBody(
  { requestBody }: JsonSchema,
  references: OpenApiReferences,
): DescribedBody | undefined {
  const body = references.resolve(requestBody);
  if (!isObject(body)) return undefined;
  return {
    schema: readJson(body['content'], references)?.schema,
    isRequired: body['required'] === true,
  };
}

/** The type of JSON that a body has: one that is taken, if there are several. */
export function readBodyType({ requestBody }: JsonSchema, references: OpenApiReferences): string | undefined {
  const body = references.resolve(requestBody);
  return isObject(body) ? readJson(body['content'], references)?.type : undefined;
}

/** The schema of the JSON of the one success that has JSON; undefined where two successes have others. */
export function readResponseSchema(
  described: JsonSchema,
  references: OpenApiReferences,
): JsonSchema | undefined {
  const [only, ...others] = new Set(listResponses(described, references).map(({ schema }) => schema));
  return others.length === 0 ? only : undefined;
}

/** The headers without which a service that has a type of its own for JSON would not answer, or not take a body. */
export function findMediaHeaders(
  operations: readonly JsonSchema[],
  references: OpenApiReferences,
): Readonly<Record<string, string>> {
  const accepted = operations.flatMap((described) => listResponses(described, references));
  const sent = operations.flatMap((described) => readBodyType(described, references) ?? []);
  const isOwn = (type: string) => /^application\/[\w.-]+\+json$/.test(type);
  const types = [...new Set(accepted.map(({ type }) => type).filter(isOwn))];
  const [only, ...others] = new Set(sent);
  return {
    ...(types.length > 0 && { Accept: [...types, 'application/json'].join(', ') }),
    ...(only !== undefined && others.length === 0 && isOwn(only) && { 'Content-Type': only }),
  };
}

/** A type of JSON, and the schema that goes with it. */
interface JsonMedia {
  /** In lower case, without parameters. */
  readonly type: string;
  readonly schema?: JsonSchema;
}

function listResponses({ responses }: JsonSchema, references: OpenApiReferences): readonly JsonMedia[] {
  if (!isObject(responses)) return [];
  const successes = Object.entries(responses).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return successes.flatMap(([, given]) => {
    const response = references.resolve(given);
    return (isObject(response) && readJson(response['content'], references)) || [];
  });
}

/** Follows a reference that stands alone. What stands beside another one is a part of the schema. */
function followPlain(schema: unknown, references: OpenApiReferences): unknown {
  const isAlone = isObject(schema) && Object.keys(schema).every((key) => key === '$ref');
  return isAlone ? references.resolve(schema) : schema;
}

/** Types of JSON, the likeliest first: ASP.NET offers several, and Spring any. */
const jsonTypes = [
  /^application\/json\b/i,
  /^application\/([\w.*-]+\+)?json\b/i,
  /^text\/json\b/i,
  /^\*\/\*$/,
];

/** Limit for the name of a type; characters. */
const maxTypeLength = 200;

function readJson(content: unknown, references: OpenApiReferences): JsonMedia | undefined {
  if (!isObject(content)) return undefined;
  const names = Object.keys(content).filter((name) => name.length <= maxTypeLength);
  const [name] = jsonTypes.flatMap((pattern) => names.filter((one) => pattern.test(one)));
  const media = name === undefined ? undefined : references.resolve(content[name]);
  const schema = isObject(media) ? followPlain(media['schema'], references) : undefined;
  if (name === undefined || !isObject(schema)) return undefined;
  return { type: name.replace(/;.*/s, '').trim().toLowerCase(), schema };
}
