import { type ResponseContext, ResponseError } from '../core/errors';
import { isContainer, isObject } from '../core/json';
import type { CreatedSimulation, Fields, Identifier } from '../core/types';
import { listNamesakes } from './conventions';
import { findCreatedId, type FoundIdentifier } from './createdThing';
import type { Path } from './foundList';
import { isIdentifier } from './identifier';
import { getValueAt } from './jsonPointer';
import { keepResponse } from './keptResponse';
import { formatPointer, listKeyPaths } from './keyPaths';
import { assertNoStatedFailure, type IdentifiedBy } from './statedFailure';

interface Created {
  readonly id: Identifier;
  /** The object that holds the identifier. */
  readonly fields: Fields;
}

/**
 * Finds the identifier of what was created, see {@link findCreatedId}, or at a JSON pointer.
 * @param key the documented name, such as `project_id`
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
  // An error may have an `id` as well: `{"id": "e1", "error": "no licence"}`.
  assertNoStatedFailure(json, context, { by: identifiedBy(created) });
  if (!('id' in created)) throw createNoIdentifier(json, context, created.candidates);
  return { id: created.id, fields: created.fields };
}

function findCreated(json: unknown, key: string, pointer?: string): FoundIdentifier {
  if (pointer === undefined) return findCreatedId(json, key);
  const id = getValueAt(json, pointer);
  const carrier = getValueAt(json, pointer.replace(/\/[^/]*$/, ''));
  return isIdentifier(id) ? { id, fields: isObject(carrier) ? carrier : {} } : { candidates: [] };
}

function createNoIdentifier(
  json: unknown,
  context: ResponseContext,
  candidates: readonly Path[],
): ResponseError {
  const places = [...new Set(candidates.map(formatPointer))];
  const findings = places.length > 1 ? { candidates: places } : undefined;
  return new ResponseError(context, 'noIdentifier', listKeyPaths(json), undefined, findings);
}

/**
 * Reads the response to the creation of a simulation. Only its status is documented (src/client/README.md,
 * Endpoints), so a response without an identifier is complete. What it says instead is kept, so that a person can find
 * the identifier in it.
 * @throws {ResponseError} `noIdentifier` when the response says that it is null, or when a pointer leads to none, and the
 *   status does not say that it was created
 * @throws {StatusError} when the body says that nothing was created
 */
export function decodeSimulation(
  json: unknown,
  context: ResponseContext,
  pointer?: string,
): CreatedSimulation {
  const created = findCreated(json, 'simulation_id', pointer);
  assertNoStatedFailure(json, context, { by: identifiedBy(created) });
  const fields = isObject(json) ? json : {};
  if ('id' in created) return { id: created.id, fields: pointer === undefined ? fields : created.fields };
  const isDenied =
    pointer === undefined && listNamesakes(json, 'simulationid').some(({ value }) => value === null);
  if (isDenied || (pointer !== undefined && context.status !== 201))
    throw createNoIdentifier(json, context, created.candidates);
  const isEmpty = json === undefined || (isContainer(json) && Object.keys(json).length === 0);
  if (isEmpty && pointer === undefined) return { fields };
  return { fields, response: isEmpty ? '' : keepResponse(json, context.hide ?? ((text) => text)) };
}

/**
 * Reads a response that need not say anything. An identifier in it is that of the request, or of what was sent.
 * @throws {StatusError} when the body says that the request failed
 */
export function assertDone(json: unknown, context: ResponseContext, pointer?: string): void {
  const created = findCreated(json, 'model_id', pointer);
  assertNoStatedFailure(json, context, { by: identifiedBy(created), isEcho: true });
}

function identifiedBy(created: FoundIdentifier): IdentifiedBy {
  if (!('id' in created)) return 'nothing';
  return created.isOwn === true ? 'ownId' : 'name';
}
