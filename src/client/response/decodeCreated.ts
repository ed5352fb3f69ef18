import { type ResponseContext, ResponseError } from '../core/errors';
import { isContainer, isObject } from '../core/json';
import type { CreatedSimulation, Fields, Identifier } from '../core/types';
import { isIdentifier } from './identifier';
import { getChild, getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';
import { assertNoStatedFailure } from './statedFailure';

interface Created {
  readonly id: Identifier;
  /** The object that holds the identifier. */
  readonly fields: Fields;
}

/**
 * Finds the identifier under `key` (`project_id`, `model_id`) at the shallowest depth where the key occurs, whatever
 * wraps it (only the field's name is known: src/client/README.md, Unspecified), or at a JSON pointer.
 * @throws {ResponseError} `noIdentifier` when there is none or there are several different ones
 * @throws {StatusError} when the body says that nothing was created
 */
export function decodeCreated(
  json: unknown,
  key: string,
  context: ResponseContext,
  pointer?: string,
): Created {
  const created = findCreated(json, key, pointer);
  assertNoStatedFailure(json, context, created !== undefined);
  if (created === undefined) throw new ResponseError(context, 'noIdentifier', listKeyPaths(json));
  return created;
}

function findCreated(json: unknown, key: string, pointer?: string): Created | undefined {
  if (pointer !== undefined) {
    const id = getValueAt(json, pointer);
    const carrier = getValueAt(json, pointer.replace(/\/[^/]*$/, ''));
    return isIdentifier(id) ? { id, fields: isObject(carrier) ? carrier : {} } : undefined;
  }
  const carriers = findShallowest(json, key);
  const [id, another] = new Set(carriers.map((carrier) => carrier[key]));
  const [fields] = carriers;
  return fields !== undefined && isIdentifier(id) && another === undefined ? { id, fields } : undefined;
}

/**
 * Reads the response to the creation of a simulation. Only its status is documented (src/client/README.md,
 * Endpoints), so a response without an identifier is complete, unless a JSON pointer is configured. The identifier
 * is `simulation_id`, else `id` of the response itself or of its only wrapper with a neutral name or one for a
 * simulation; any other `id` may belong to a project or model.
 * @throws {ResponseError} `noIdentifier` when the pointer leads to none
 * @throws {StatusError} when the body says that nothing was created
 */
export function decodeSimulation(
  json: unknown,
  context: ResponseContext,
  pointer?: string,
): CreatedSimulation {
  if (pointer !== undefined) return decodeCreated(json, 'simulation_id', context, pointer);
  const id = findCreated(json, 'simulation_id')?.id ?? findOwnId(json);
  assertNoStatedFailure(json, context, id !== undefined);
  return { ...(id !== undefined && { id }), fields: isObject(json) ? json : {} };
}

/**
 * Reads a response that need not say anything.
 * @throws {StatusError} when the body says that the request failed
 */
export function assertDone(json: unknown, context: ResponseContext, pointer?: string): void {
  const created = findCreated(json, 'model_id', pointer) ?? findOwnId(json);
  assertNoStatedFailure(json, context, created !== undefined);
}

const wrappers = /^(simulation|run|job|data|result|response|payload|item|body|content|created|attributes)$/i;

/** The `id` of a response itself, or of its wrapper if that is its only object besides an error. */
function findOwnId(json: unknown): Identifier | undefined {
  const isInner = ([key, value]: [string, unknown]) => isObject(value) && key !== 'error' && key !== 'errors';
  const [wrapper, another] = isObject(json) ? Object.entries(json).filter(isInner) : [];
  const isWrapped = wrapper !== undefined && another === undefined && wrappers.test(wrapper[0]);
  const ids = [json, isWrapped ? wrapper[1] : undefined].map((part) => getChild(part, 'id'));
  return ids.find((id) => isIdentifier(id));
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
