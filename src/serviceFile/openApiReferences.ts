import { isObject } from '../client/core/json';
import { getValueAt } from '../client/response/jsonPointer';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Limit for the references that lead from one to the next. */
const maxReferences = 20;

/** Limit for the parts of one schema, and for the depth of parts. */
const maxParts = 20;

/**
 * Limit for the schemas and properties that are read. A small document can describe endless ones: schemas of which each
 * has the next one twice.
 */
const maxSteps = 5_000;

/**
 * Follows the references of a document to other places of the same document. Others are never followed. Made anew for each
 * body and each response, so that a large one leaves the others as they are.
 */
export class OpenApiReferences {
  readonly #document: unknown;
  /** The schemas that are put together, by what they were made of. */
  readonly #schemas = new Map<object, JsonSchema | undefined>();
  #steps = 0;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** Whether there was more than can be read: nothing that was found is certain then. */
  get isExhausted(): boolean {
    return this.#steps > maxSteps;
  }

  /** The value that a value refers to, or the value itself; undefined for a reference that leads nowhere, or in a circle. */
  resolve(value: unknown): unknown {
    let found = value;
    for (let followed = 0; isObject(found) && typeof found['$ref'] === 'string'; followed++) {
      if (followed === maxReferences) return undefined;
      found = this.#follow(found['$ref']);
    }
    return found;
  }

  /**
   * The schema of a value with all of its parts (`$ref` with what stands beside it, `allOf`) put together. A schema with
   * alternatives (`oneOf`, `anyOf`) is undefined, unless one of two is `null` or all are plain texts and numbers: which
   * one a service means cannot be told.
   */
  resolveSchema(given: unknown, depth = 0): JsonSchema | undefined {
    if (!isObject(given) || depth > maxParts || ++this.#steps > maxSteps) return undefined;
    if (this.#schemas.has(given)) return this.#schemas.get(given);
    // A schema that is a part of itself says nothing.
    this.#schemas.set(given, undefined);
    const schema = this.#combine(given, depth);
    this.#schemas.set(given, schema);
    return schema;
  }

  #combine(given: JsonSchema, depth: number): JsonSchema | undefined {
    const { $ref: reference, oneOf, anyOf, allOf, ...own } = given;
    const parts: (JsonSchema | undefined)[] = [];
    if (typeof reference === 'string') parts.push(this.resolveSchema(this.#follow(reference), depth + 1));
    if (Array.isArray(allOf)) {
      if (allOf.length > maxParts) return undefined;
      parts.push(...allOf.map((part) => this.resolveSchema(part, depth + 1)));
    }
    for (const alternatives of [oneOf, anyOf])
      if (Array.isArray(alternatives)) parts.push(this.#findOnly(alternatives, depth));
    if (parts.length === 0) return given;
    const known = parts.filter((part) => part !== undefined);
    if (known.length < parts.length) return undefined;
    const merged = mergeSchemas([...known, own]);
    this.#steps += isObject(merged['properties']) ? Object.keys(merged['properties']).length : 0;
    return merged;
  }

  #findOnly(alternatives: readonly unknown[], depth: number): JsonSchema | undefined {
    if (alternatives.length > maxParts) return undefined;
    const present = alternatives.filter((one) => !isNull(this.resolve(one)));
    const schemas = present.map((one) => this.resolveSchema(one, depth + 1));
    if (schemas.length === 1) return schemas[0];
    const types = schemas.map((schema) => (schema === undefined ? [] : listPlainTypes(schema)));
    return types.every((some) => some.length > 0) ? { type: [...new Set(types.flat())] } : undefined;
  }

  #follow(reference: string): unknown {
    if (reference === '#') return this.#document;
    if (!reference.startsWith('#/')) return undefined;
    return getValueAt(this.#document, decodeFragment(reference.slice(1)));
  }
}

/** A text of an object; empty for anything else. A document may have an object there that is no text at all. */
export function readOwnText(value: unknown, key: string): string {
  const found = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof found === 'string' ? found : '';
}

/** Whether a schema is for values of a type. OpenAPI 3.1 may name several types, of which one is `null`. */
export function hasType({ type }: JsonSchema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'null';
}

/** The types of a schema for any text or number; empty for other schemas. */
function listPlainTypes({ type, ...others }: JsonSchema): readonly unknown[] {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isPlain = types.every((one) => one === 'string' || one === 'integer' || one === 'number');
  return isPlain && !('enum' in others) && !('const' in others) ? types : [];
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Puts schemas together; where two say something else, the last one counts. A property has what all say of it. */
function mergeSchemas(parts: readonly JsonSchema[]): JsonSchema {
  const properties = new Map<string, unknown>();
  for (const part of parts) {
    if (!isObject(part['properties'])) continue;
    for (const [name, property] of Object.entries(part['properties'])) {
      const before = properties.get(name);
      properties.set(
        name,
        before === undefined || before === property ? property : { allOf: [before, property] },
      );
    }
  }
  const required = parts.flatMap((part): unknown[] =>
    Array.isArray(part['required']) ? part['required'] : [],
  );
  // Not by assignment, by which a property `__proto__` would be lost.
  return Object.fromEntries([
    ...parts.flatMap((part) => Object.entries(part)),
    ...(properties.size > 0 ? [['properties', Object.fromEntries(properties)]] : []),
    ...(required.length > 0 ? [['required', [...new Set(required)]]] : []),
  ]) as JsonSchema;
}
