import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseExactJson } from '../../../src/client/core/exactJson';
import { parsePointers } from '../../../src/client/mapping/responsePointers';
import { decodeCreated } from '../../../src/client/response/decodeCreated';
import { decodeUploadUrls } from '../../../src/client/response/decodeUploadUrls';

/** A response that a plausible service would give to the creation of a model with the three files. */
interface Shape {
  readonly service: string;
  /** The entries of `simulationService.responses` that it needs; null if no entries make it readable. */
  readonly settings: Readonly<Record<string, string>> | null;
  readonly response: unknown;
  /** The upload URLs in the order of the files; null if it has none. */
  readonly urls: readonly string[] | null;
}

const files = [
  { name: 'deck.inp', size: 1200 },
  { name: 'mesh/part.msh', size: 52_428 },
  { name: 'loads.inc', size: 310 },
];
const context = { operation: 'createModel', host: 'service.example.com', status: 201 } as const;
const folder = path.resolve('test/unit/client/shapes');

/** The upload URLs in the order of the files, or the reason of the error. */
async function read({ response }: Shape, settings: Readonly<Record<string, string>>): Promise<unknown> {
  const { createdModelId, uploadUrls, uploadUrlName, uploadUrl } = parsePointers(settings);
  try {
    decodeCreated(response, 'model_id', context, createdModelId);
    const pointers = { container: uploadUrls, name: uploadUrlName, url: uploadUrl };
    const urls = await decodeUploadUrls(response, files, context, pointers);
    return files.map(({ name }) => urls.get(name));
  } catch (error) {
    return (error as { readonly reason?: string }).reason;
  }
}

describe('The response of a plausible service', () => {
  for (const file of readdirSync(folder)) {
    const shape = parseExactJson(readFileSync(path.join(folder, file), 'utf8')) as Shape;
    const settings = shape.settings ?? {};
    const needed = Object.keys(settings);

    it(`is ${shape.settings === null ? 'refused' : 'read'} with [${needed.join(', ')}]: ${shape.service}`, async () => {
      assert.deepEqual(await read(shape, settings), shape.settings === null ? 'uploadUrls' : shape.urls);
    });

    for (const key of needed) {
      it(`is refused without ${key}: ${shape.service}`, async () => {
        const { [key]: _, ...others } = settings;
        const reason = key === 'createdModelId' ? 'noIdentifier' : 'uploadUrls';
        assert.deepEqual(await read(shape, others), reason);
      });
    }
  }
});
