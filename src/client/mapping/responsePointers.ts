import { isObject } from '../core/json';
import type { ListPointers } from '../response/decodeList';
import type { UploadUrlPointers } from '../response/decodeUploadUrls';
import { isJsonPointer } from '../response/jsonPointer';
import { MappingError } from './mappingError';

/**
 * Where values stand in responses, as JSON pointers (RFC 6901). Values without a pointer are found by general rules.
 */
export interface ResponsePointers {
  readonly projects: ListPointers;
  readonly models: ListPointers;
  /** Pointer to the identifier in the response to `createProject`; the next ones likewise. */
  readonly createdProject?: string | undefined;
  readonly createdModel?: string | undefined;
  readonly createdSimulation?: string | undefined;
  readonly uploadUrls: UploadUrlPointers;
}

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

type Key = (typeof keys)[number];

/** @throws {MappingError} `type`, `entry` or `pointer` */
export function parsePointers(given: unknown): ResponsePointers {
  const at = parseEntries(given);
  return {
    projects: { list: at.projects, id: at.projectId, name: at.projectName },
    models: { list: at.models, id: at.modelId, name: at.modelName },
    createdProject: at.createdProjectId,
    createdModel: at.createdModelId,
    createdSimulation: at.createdSimulationId,
    uploadUrls: { container: at.uploadUrls, name: at.uploadUrlName, url: at.uploadUrl },
  };
}

function parseEntries(given: unknown): Readonly<Partial<Record<Key, string>>> {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new MappingError('responses', 'type');
  for (const [key, pointer] of Object.entries(given)) {
    if (!(keys as readonly string[]).includes(key)) throw new MappingError('responses', 'entry', key);
    if (!isJsonPointer(pointer)) throw new MappingError('responses', 'pointer', key);
  }
  return given;
}
