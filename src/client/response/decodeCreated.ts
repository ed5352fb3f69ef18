import { type ResponseContext, ResponseError } from '../core/errors';
import { isContainer, isObject } from '../core/json';
import type { CreatedSimulation, Fields, Identifier } from '../core/types';
import { isAbsoluteUrl } from '../url/uploadUrl';
import { isIdentifier } from './identifier';
import { getParentAt, getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';

export interface Created {
  readonly id: Identifier;
  /** The object that holds the identifier. */
  readonly fields: Fields;
}

/**
 * Finds the identifier under `key` (`project_id`, `model_id`) at the shallowest depth where the key occurs, whatever
 * wraps it (only the field's name is known: src/client/README.md, Unspecified), or at a JSON pointer.
 * @throws {ResponseError} `noIdentifier` when there is none or there are several different ones
 */
export function decodeCreated(
  json: unknown,
  key: string,
  context: ResponseContext,
  pointer?: string,
): Created {
  if (pointer !== undefined) return decodeCreatedAt(json, pointer, context);
  const carriers = findShallowest(json, key);
  const different = new Set(carriers.map((carrier) => carrier[key])).size > 1;
  // In a map from file names to URLs, a file may have the same name as the key.
  const candidates = different ? carriers.filter((carrier) => !isAbsoluteUrl(carrier[key])) : carriers;
  const [id, another] = new Set(candidates.map((carrier) => carrier[key]));
  const [fields] = candidates;
  if (fields !== undefined && isIdentifier(id) && another === undefined) return { id, fields };
  throw new ResponseError(context, 'noIdentifier', listKeyPaths(json));
}

function decodeCreatedAt(json: unknown, pointer: string, context: ResponseContext): Created {
  const id = getValueAt(json, pointer);
  if (!isIdentifier(id)) throw new ResponseError(context, 'noIdentifier', listKeyPaths(json));
  const carrier = getParentAt(json, pointer);
  return { id, fields: isObject(carrier) ? carrier : {} };
}

/**
 * Reads the response to the creation of a simulation. Only its status is documented (src/client/README.md,
 * Endpoints), so a response without an identifier is complete, unless a JSON pointer is configured. The identifier
 * is `simulation_id`, else `id` of the response itself or of its only wrapper, if that has a neutral name or one for
 * a simulation; any other `id` may belong to a project or model.
 * @throws {ResponseError} `noIdentifier` when the pointer leads to none
 */
export function decodeSimulation(
  json: unknown,
  context: ResponseContext,
  pointer?: string,
): CreatedSimulation {
  if (pointer !== undefined) return decodeCreatedAt(json, pointer, context);
  const fields = isObject(json) ? json : {};
  const [named, another] = new Set(
    findShallowest(json, 'simulation_id').map((carrier) => carrier.simulation_id),
  );
  if (isIdentifier(named) && another === undefined) return { id: named, fields };
  const own = findOwnId(fields) ?? findOwnId(unwrapCreated(fields));
  return own === undefined ? { fields } : { id: own, fields };
}

function findOwnId(value: unknown): Identifier | undefined {
  return isObject(value) && Object.hasOwn(value, 'id') && isIdentifier(value.id) ? value.id : undefined;
}

const wrappers = /^(simulation|run|job|data|result|response|payload|item|body|content|created|attributes)$/i;

function unwrapCreated(value: Record<string, unknown>): unknown {
  const [entry, another] = Object.entries(value);
  return entry !== undefined && another === undefined && wrappers.test(entry[0]) ? entry[1] : undefined;
}

/** The objects that hold `key`, at the shallowest depth where any does. */
function findShallowest(json: unknown, key: string): Record<string, unknown>[] {
  let level = [json].filter(isContainer);
  while (level.length > 0) {
    const found = level.filter((item) => isObject(item)).filter((item) => Object.hasOwn(item, key));
    if (found.length > 0) return found;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return [];
}
