import assert from 'node:assert/strict';
import type { ServiceError } from '../../../src/client/core/errors';
import { describeReason } from '../../../src/messages/serviceErrors';
import { closeClients, testClient } from '../../support/client';
import { rejectionOf } from '../../support/rejections';
import { closeServers, serve } from '../../support/testServer';
import { refusalShapes } from './support/refusalShapes';

describe('A refusal', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  for (const { from, body, contentType = 'application/json', shown, left = [] } of refusalShapes) {
    it(`shows all its words, with their fields: ${from}`, async () => {
      const headers = { 'content-type': contentType };
      const server = await serve({ status: 422, headers, body: JSON.stringify(body) });
      const text = describeReason(
        (await rejectionOf(testClient(server.origin).client.createProject('x'))) as ServiceError,
      );
      const missing = shown.filter((part) => !text.includes(part));
      const extra = left.filter((part) => text.includes(part));
      assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, text);
    });
  }
});
