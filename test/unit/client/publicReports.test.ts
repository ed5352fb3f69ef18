import assert from 'node:assert/strict';
import { ResponseError } from '../../../src/client/core/errors';
import { decodeUploadUrls } from '../../../src/client/response/decodeUploadUrls';
import { testClient } from '../../support/client';
import { closeServers, serve } from '../../support/testServer';

// https://github.com/VoidenHQ/voiden/pull/396: long integers of a response were rounded, so two became the same.
describe('A list with integers that differ beyond the digits of a number', () => {
  afterEach(closeServers);

  it('has all of them, digit for digit', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `174322306148${984_000 + index}`);
    const projects = ids.map((id) => `{"project_id":${id},"name":"P","owner":{"id":${id}}}`);
    const server = await serve({
      headers: { 'content-type': 'application/json' },
      body: `{"projects":[${projects.join()}]}`,
    });
    const { items } = await testClient(server.origin).client.listProjects();
    assert.deepEqual(
      items.map(({ id }) => String(id)),
      ids,
    );
  });
});

// https://github.com/Nic13Gamer/better-upload/issues/10: the parts came in the order 1, 10, 11, 12, 2.
describe('Upload URLs that a service has sorted as texts', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ name: `part ${index}.inc`, size: 10 }));
  const numbers = files.map((_, index) => String(index + 1)).sort();

  for (const [where, urls] of Object.entries({
    'in paths': numbers.map((number) => `https://f.example/u/${number}?sig=a${number}`),
    'in queries': numbers.map((number) => `https://f.example/u?partNumber=${number}&sig=a${number}`),
    'beside them': numbers.map((number) => ({
      PartNumber: Number(number),
      url: `https://f.example/u/x${number}y`,
    })),
  }))
    it(`are assigned to no file: numbers ${where}`, async () => {
      const context = { operation: 'createModel', host: 's.example', status: 201 } as const;
      const reading = decodeUploadUrls({ model_id: 'm', urls }, files, context);
      await assert.rejects(
        reading,
        (error) => error instanceof ResponseError && error.reason === 'uploadUrls',
      );
    });
});
