import { isObject } from '../core/json';
import { isJsonPointer } from '../response/jsonPointer';
import { MappingError } from './mappingError';

/** Every key of the setting. Singular keys without `created` are relative to an element of a list. */
const keys = [
  'projects',
  'projectId',
  'projectName',
  'models',
  'modelId',
  'modelName',
  'createdProjectId',
  'createdModelId',
  'createdSimulationId',
  'uploadUrls',
  'uploadUrlName',
  'uploadUrl',
] as const;

/**
 * Where values stand in responses, as JSON pointers (RFC 6901). Values without a pointer are found by general rules.
 */
export type ResponsePointers = Readonly<Partial<Record<(typeof keys)[number], string>>>;

/** @throws {MappingError} `type`, `entry` or `pointer` */
export function parsePointers(given: unknown): ResponsePointers {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new MappingError('responses', 'type');
  for (const [key, pointer] of Object.entries(given)) {
    if (!(keys as readonly string[]).includes(key)) throw new MappingError('responses', 'entry', key);
    if (!isJsonPointer(pointer)) throw new MappingError('responses', 'pointer', key);
  }
  return given;
}
