import { isObject } from '../client/core/json';
import { getValueAt } from '../client/response/jsonPointer';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Limit for the references that lead from one to the next. */
const maxReferences = 20;

/** Limit for the parts of one schema. */
const maxParts = 20;

/** Follows the references of a document to other places of the same document. Others are never followed. */
export class OpenApiReferences {
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** The value that a value refers to, or the value itself; undefined for a reference that leads nowhere, or in a circle. */
  resolve(value: unknown): unknown {
    let found = value;
    for (let followed = 0; isObject(found) && typeof found['$ref'] === 'string'; followed++) {
      const { $ref: reference } = found;
      if (followed === maxReferences || !reference.startsWith('#/')) return undefined;
      found = getValueAt(this.#document, decodeFragment(reference.slice(1)));
    }
    return found;
  }

  /**
   * The schema of an object with all of its parts (`allOf`) put together. A schema with alternatives (`oneOf`, `anyOf`) is
   * undefined, unless one of two is `null`: which one a service means cannot be told.
   */
  resolveSchema(given: unknown, depth = 0): JsonSchema | undefined {
    const schema = this.resolve(given);
    if (!isObject(schema) || depth > maxParts) return undefined;
    const { oneOf, anyOf, allOf, ...own } = schema;
    const alternatives = oneOf ?? anyOf;
    if (Array.isArray(alternatives)) {
      const present = alternatives.filter((one) => !isNull(this.resolve(one)));
      const only = present.length === 1 ? this.resolveSchema(present[0], depth + 1) : undefined;
      return only && { ...only, ...own };
    }
    if (!Array.isArray(allOf)) return schema;
    const parts = allOf.slice(0, maxParts).map((part) => this.resolveSchema(part, depth + 1));
    const known = parts.filter((part) => part !== undefined);
    return known.length < parts.length ? undefined : mergeSchemas([...known, own]);
  }
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'null';
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function mergeSchemas(parts: readonly JsonSchema[]): JsonSchema {
  const properties = parts.map((part) => part['properties']).filter(isObject);
  const required = parts.flatMap((part): unknown[] =>
    Array.isArray(part['required']) ? part['required'] : [],
  );
  return {
    ...Object.assign({}, ...parts),
    ...(properties.length > 0 && { properties: Object.assign({}, ...properties) as object }),
    ...(required.length > 0 && { required }),
  } as JsonSchema;
}
