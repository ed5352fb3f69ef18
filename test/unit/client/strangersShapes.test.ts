import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceError } from '../../../src/client/core/errors';
import type { CreatedModel, ListedItem, Listing, ModelId, ProjectId } from '../../../src/client/core/types';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import type { ServiceClient } from '../../../src/client/serviceClient';
import { describeServiceError } from '../../../src/messages/serviceErrors';
import { closeClients, testClient } from '../../support/client';
import { rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';

/** A response as a framework gives it. It was written by somebody who had not seen the code that reads it. */
interface Shape {
  readonly from: string;
  readonly operation: keyof typeof calls;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a text as it is sent. In it, `{files}` is the origin of the file server. */
  readonly body: unknown;
}

interface Success extends Shape {
  /** The entries of `simulationService.responses` that it needs; null if none makes it readable. */
  readonly settings?: Readonly<Record<string, string>> | null;
  /** The words of the refusal, or what is kept of the response, without those entries. */
  readonly says?: readonly string[];
  readonly expected?: unknown;
}

interface Refusal extends Shape {
  /** The words and fields that a person must see, and those that only disturb. */
  readonly seen: readonly string[];
  readonly hidden: readonly string[];
}

const file = path.resolve('test/unit/client/strangersShapes.json');
const { successes, refusals } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly successes: readonly Success[];
  readonly refusals: readonly Refusal[];
};

const fileServer = 'http://127.0.0.1:9';
const projectId = 1 as ProjectId;
const modelId = 2 as ModelId;

/** What a person reads in the response to each operation. */
const calls = {
  listProjects: async (client: ServiceClient) => showList(await client.listProjects()),
  listReusableModels: async (client: ServiceClient) => showList(await client.listReusableModels()),
  createProject: async (client: ServiceClient) => ({ id: String((await client.createProject('x')).id) }),
  createModel: async (client: ServiceClient) =>
    showModel(await client.createModel('x', [{ name: 'mesh.k', size: 3 }])),
  finaliseModel: async (client: ServiceClient) => {
    await client.finaliseModel(modelId);
    return null;
  },
  createSimulation: async (client: ServiceClient) => {
    const { id, response } = await client.createSimulation(projectId, modelId);
    return id === undefined ? response : { id: String(id) };
  },
};

function showList({ items, partial, skipped }: Listing<ListedItem>): unknown {
  assert.deepEqual([partial, skipped], [undefined, 0]);
  return items.map(({ id, name }) => ({ id: String(id), name }));
}

function showModel({ id, uploadUrls }: CreatedModel): unknown {
  return { id: String(id), uploadUrls: [...uploadUrls.values()] };
}

/** What is read in a response, with entries of the setting for responses. */
async function read(shape: Shape, responses: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { operation, status, headers, body } = shape;
  const text = typeof body === 'string' ? body : JSON.stringify(body).replaceAll('{files}', fileServer);
  const type = typeof body === 'string' ? {} : { 'Content-Type': 'application/json' };
  const server = await serve({ status, headers: { ...type, ...headers }, body: text });
  const mapping = parseMapping({ responses });
  return await calls[operation](testClient(server.origin, 'variant_b', { mapping }).client);
}

async function describeRefusal(shape: Shape): Promise<string> {
  return describeServiceError((await rejectionOf(read(shape))) as ServiceError);
}

describe('The response of a framework', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  for (const shape of successes) {
    const { from, operation, settings, says = [], expected } = shape;
    if (settings === undefined) {
      it(`to ${operation} is read: ${from}`, async () => {
        const wanted: unknown = JSON.parse(JSON.stringify(expected).replaceAll('{files}', fileServer));
        assert.deepEqual(await read(shape), wanted);
      });
      continue;
    }
    it(`to ${operation} ${settings === null ? 'is not read' : 'needs a setting'}: ${from}`, async () => {
      const text =
        operation === 'createSimulation' ? String(await read(shape)) : await describeRefusal(shape);
      assert.deepEqual(
        says.filter((part) => !text.includes(part)),
        [],
        text,
      );
      if (settings !== null) assert.deepEqual(await read(shape, settings), expected);
    });
  }

  for (const shape of refusals) {
    const { from, status, operation, seen, hidden } = shape;
    it(`with status ${status} to ${operation} shows its words: ${from}`, async () => {
      const text = await describeRefusal(shape);
      const missing = seen.filter((part) => !text.includes(part));
      const extra = hidden.filter((part) => text.includes(part));
      assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, text);
    });
  }
});
