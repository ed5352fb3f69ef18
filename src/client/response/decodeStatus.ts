import { type ResponseContext, ResponseError } from '../core/errors';
import type { Identifier, SimulationEnd, SimulationStatus } from '../core/types';
import { sanitizeText } from '../text/sanitizeText';
import { escapeInvisible } from '../text/visibleText';
import { findCreatedId } from './createdThing';
import { getValueAt } from './jsonPointer';
import { listKeyPaths } from './keyPaths';

/** Limits for a word of a service and for what it says beside it; characters. A longer word is none. */
const maxStateLength = 60;
const maxDetailLength = 60;

/** Where a response has the status of a simulation, and what its words mean. */
export interface StatusPlaces {
  /** JSON pointer to the word for the state. */
  readonly state: string;
  /** JSON pointer to what is shown beside it. */
  readonly detail?: string;
  /** The words after which nothing changes any more, as the service writes them. */
  readonly ended: ReadonlyMap<string, SimulationEnd>;
}

export interface AskedSimulation {
  readonly id: Identifier;
  /** Where responses have the identifier of a simulation, as a JSON pointer; absent if no setting says so. */
  readonly idPointer?: string | undefined;
}

/**
 * Reads the service's own word for the state of a simulation, as text without invisible characters, addresses or secrets.
 * @throws {ResponseError} `noStatus` where there is no short text, number or boolean, and where the response is about
 *   another simulation
 */
export function decodeStatus(
  json: unknown,
  context: ResponseContext,
  { state: pointer, detail, ended }: StatusPlaces,
  asked: AskedSimulation,
): SimulationStatus {
  const word = readWord(json, pointer);
  if (word === undefined || word.length > maxStateLength || isOther(json, asked))
    throw new ResponseError(context, 'noStatus', listKeyPaths(json));
  const { hide = String } = context;
  const beside = detail === undefined ? undefined : readWord(json, detail);
  const shown = beside === undefined ? '' : sanitizeText(beside, maxDetailLength, hide);
  const end = ended.get(word);
  return {
    state: escapeInvisible(hide(word), maxStateLength),
    ...(shown !== '' && { detail: shown }),
    ...(end !== undefined && { end }),
  };
}

/** @returns undefined for anything but a text, a number or a boolean */
function readWord(json: unknown, pointer: string): string | undefined {
  const value = getValueAt(json, pointer);
  const isWord = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
  const word = isWord ? String(value).trim() : '';
  return word === '' ? undefined : word;
}

/** Whether a response names another simulation, and not the one that was asked for. It need not name any. */
function isOther(json: unknown, { id, idPointer }: AskedSimulation): boolean {
  const isAsked = (value: unknown) => String(value) === String(id);
  if (idPointer !== undefined) {
    const named = getValueAt(json, idPointer);
    return named !== undefined && !isAsked(named);
  }
  const found = findCreatedId(json, 'simulation_id');
  if ('id' in found) return !isAsked(found.id);
  const named = found.candidates.map((path) =>
    path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], json),
  );
  return named.length > 0 && !named.some(isAsked);
}
