import { isObject } from '../core/json';
import type { Identifier, SimulationEnd } from '../core/types';
import type { StatusPlaces } from '../response/decodeStatus';
import { toPathSegment } from '../response/identifier';
import { isJsonPointer } from '../response/jsonPointer';
import { hasDotSegment } from '../url/parseUrl';
import { MappingError } from './mappingError';

/** Where a service says what became of a simulation. The interface has no such operation: only a setting describes one. */
export interface StatusMapping extends StatusPlaces {
  /** Below the root of the service, with `{simulation_id}` and maybe `{project_id}`. */
  readonly path: string;
}

/** The identifiers that a path may have. */
export interface StatusIds {
  readonly simulation_id: Identifier;
  readonly project_id?: Identifier | undefined;
}

const setting = 'simulationStatus';
const keys = ['path', 'state', 'detail', 'ended'];
const ends: readonly unknown[] = ['success', 'failure', 'neutral'] satisfies SimulationEnd[];
const placeholder = /\{(simulation_id|project_id)\}/g;

/**
 * @returns undefined for a setting without content
 * @throws {MappingError} `type`, `entry`, `pointer`, `statusPath` or `statusEnd`
 */
export function parseStatusMapping(given: unknown): StatusMapping | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) throw new MappingError(setting, 'type');
  if (Object.keys(given).length === 0) return undefined;
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new MappingError(setting, 'entry', unknown);
  const { path, state, detail, ended } = given;
  if (!isStatusPath(path)) throw new MappingError(setting, 'statusPath');
  if (!isJsonPointer(state)) throw new MappingError(setting, 'pointer', 'state');
  if (detail !== undefined && !isJsonPointer(detail)) throw new MappingError(setting, 'pointer', 'detail');
  return { path, state, ...(detail !== undefined && { detail }), ended: parseEnds(ended ?? {}) };
}

/** Only paths that all parsers read alike: no query, escaped slash, dot segment or empty segment. */
function isStatusPath(given: unknown): given is string {
  return (
    typeof given === 'string' &&
    given.includes('{simulation_id}') &&
    /^(\/[\w.~!$&'()*+,;=:@-]+)+\/?$/.test(given.replace(placeholder, 'x')) &&
    !hasDotSegment(given)
  );
}

function parseEnds(given: unknown): ReadonlyMap<string, SimulationEnd> {
  if (!isObject(given)) throw new MappingError(setting, 'statusEnd');
  const entries = Object.entries(given);
  const isEnd = (entry: [string, unknown]): entry is [string, SimulationEnd] => ends.includes(entry[1]);
  if (!entries.every(isEnd)) throw new MappingError(setting, 'statusEnd');
  return new Map(entries);
}

/** @returns the path for a simulation; undefined if it needs an identifier that is not known */
export function fillStatusPath({ path }: Pick<StatusMapping, 'path'>, ids: StatusIds): string | undefined {
  if (path.includes('{project_id}') && ids.project_id === undefined) return undefined;
  return path.replace(placeholder, (_, name: keyof StatusIds) => toPathSegment(ids[name] ?? ''));
}
