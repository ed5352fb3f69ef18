import { type ResponseContext, ResponseError, StatusError, type UnreadResponse } from './core/errors';
import type { Identifier } from './core/types';
import type { ResponsePointers } from './mapping/responsePointers';
import { decodeCreated, decodeSimulation } from './response/decodeCreated';
import { decodeList } from './response/decodeList';
import { decodeUploadUrls } from './response/decodeUploadUrls';
import { tryParseUrl } from './url/parseUrl';

/** The values that would be read in a response. */
export type ResponsePreview =
  | { readonly kind: 'list'; readonly count: number; readonly names: readonly string[] }
  | { readonly kind: 'id'; readonly id: Identifier }
  /** The hosts of the upload URLs by the names of the files; the first few of `count`. */
  | {
      readonly kind: 'urls';
      readonly count: number;
      readonly files: readonly (readonly [file: string, host: string])[];
    };

/** A response to be read, and what is known of it. */
export interface PreviewedResponse extends UnreadResponse {
  readonly host: string;
  readonly status: number;
}

const maxShown = 3;

/**
 * Reads a response as a request with these pointers would.
 * @param part of the response to the creation of a model: its identifier, or the upload URLs
 * @returns undefined where nothing is read
 */
export async function previewPointers(
  response: PreviewedResponse,
  pointers: ResponsePointers,
  part: 'id' | 'urls' = 'id',
): Promise<ResponsePreview | undefined> {
  try {
    return await read(response, pointers, part);
  } catch (error) {
    if (error instanceof ResponseError || error instanceof StatusError) return undefined;
    throw error;
  }
}

async function read(
  { operation, host, status, json, files = [] }: PreviewedResponse,
  pointers: ResponsePointers,
  part: 'id' | 'urls',
): Promise<ResponsePreview | undefined> {
  const context: ResponseContext = { operation, host, status };
  switch (operation) {
    case 'listProjects': {
      const { projects: list, projectId: id, projectName: name } = pointers;
      return toListPreview(await decodeList(json, 'project_id', context, { list, id, name }));
    }
    case 'listReusableModels': {
      const { models: list, modelId: id, modelName: name } = pointers;
      return toListPreview(await decodeList(json, 'model_id', context, { list, id, name }));
    }
    case 'createProject':
      return { kind: 'id', id: decodeCreated(json, 'project_id', context, pointers.createdProjectId).id };
    case 'createSimulation': {
      const { id } = decodeSimulation(json, context, pointers.createdSimulationId);
      return id === undefined ? undefined : { kind: 'id', id };
    }
    case 'createModel': {
      if (part === 'id')
        return { kind: 'id', id: decodeCreated(json, 'model_id', context, pointers.createdModelId).id };
      const { uploadUrls: container, uploadUrlName: name, uploadUrl: url } = pointers;
      const urls = await decodeUploadUrls(json, files, context, { container, name, url });
      const shown = [...urls].slice(0, maxShown);
      return {
        kind: 'urls',
        count: urls.size,
        files: shown.map(([file, found]) => [file, tryParseUrl(found)?.host ?? '']),
      };
    }
  }
}

function toListPreview({ items }: { readonly items: readonly { readonly name: string }[] }): ResponsePreview {
  return { kind: 'list', count: items.length, names: items.slice(0, maxShown).map(({ name }) => name) };
}
