import assert from 'node:assert/strict';
import { variants } from '../../../src/client/apiVariant';
import { SignedOutError, StatusError } from '../../../src/client/errors';
import { ServiceClient } from '../../../src/client/serviceClient';
import type { OpenRecord } from '../../../src/launch/journal';
import { launchActions } from '../../../src/launch/launchActions';
import { launchState } from '../../../src/launch/launchRecord';
import { pinnedCredentials, TokenStore } from '../../../src/secrets/tokenStore';
import { FileUploadError } from '../../../src/upload/errors';
import { launchBench, plannedLaunch } from '../../support/launches';
import { operations, startService, stopServices } from '../../support/service';
import { keyring } from '../secrets/keyring';

const deck = { 'a.inp': '*INCLUDE', 'b.inc': '1, 0, 0', 'c.inc': '2, 0, 0' };

describe('a launch and who is signed in', () => {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    await stopServices();
  });

  async function prepare() {
    const { emulator } = await startService();
    const tokens = new TokenStore(keyring());
    await tokens.set(emulator.baseUrl, 'first-token');
    let valid = 'Bearer first-token';
    emulator.setIntercept(({ server, headers }) =>
      server === 'service' && headers['authorization'] !== valid ? { kind: 'reply', status: 401 } : undefined,
    );
    /** As a window makes one for each run of a launch. */
    const client = () => {
      const made = new ServiceClient({
        baseUrl: emulator.baseUrl,
        variant: variants.variant_b,
        credentials: pinnedCredentials(tokens, emulator.baseUrl),
        log: () => undefined,
      });
      closings.push(() => made.close());
      return made;
    };
    const bench = await launchBench({ client: client() });
    const { plan } = await plannedLaunch(emulator, deck);
    const record: OpenRecord = await bench.journal.begin(plan);
    closings.push(() => record.close());
    const accepts = (token: string) => (valid = `Bearer ${token}`);
    return { emulator, tokens, client, bench, record, accepts };
  }

  it('goes on uploading when the token expires, and stops before it finalises, to be resumed', async () => {
    const { emulator, tokens, client, bench, record, accepts } = await prepare();
    const onChange = () => {
      if (record.record.accepted.size === 1) accepts('second-token');
    };
    const refused = (error: unknown) => error instanceof StatusError && error.status === 401;
    await assert.rejects(bench.run(record, { client: client(), onChange }), refused);
    const before = operations(emulator);
    assert.deepEqual(before.slice(-4), [
      'uploadFile a.inp',
      'uploadFile b.inc',
      'uploadFile c.inc',
      'finaliseModel',
    ]);
    const state = launchState(record.record, false);
    assert.deepEqual(
      [state, launchActions({ record: record.record, state, runsHere: false }).includes('retry')],
      ['failed', true],
    );
    await tokens.set(emulator.baseUrl, 'second-token');
    await bench.run(record, { client: client() });
    assert.deepEqual(operations(emulator).slice(before.length), ['finaliseModel', 'createSimulation']);
  });

  for (const [what, change] of [
    ['is signed out', (tokens: TokenStore, url: string) => tokens.remove(url)],
    ['is signed in as somebody else', (tokens: TokenStore, url: string) => tokens.set(url, 'other-token')],
  ] as const) {
    it(`pauses before its next file when the window ${what}, and sends only the rest later`, async () => {
      const { emulator, tokens, client, bench, record } = await prepare();
      let changed: Promise<unknown> | undefined;
      const onChange = () => {
        if (record.record.accepted.size === 1) changed ??= change(tokens, emulator.baseUrl);
      };
      const paused = (error: unknown) =>
        error instanceof FileUploadError && error.cause instanceof SignedOutError;
      await assert.rejects(bench.run(record, { client: client(), onChange }), paused);
      await changed;
      const before = operations(emulator);
      assert.deepEqual(before.slice(-2), ['createModel', 'uploadFile a.inp']);
      assert.equal(launchState(record.record, false), 'failed');
      await tokens.set(emulator.baseUrl, 'first-token');
      await bench.run(record, { client: client() });
      assert.deepEqual(operations(emulator).slice(before.length), [
        'uploadFile b.inc',
        'uploadFile c.inc',
        'finaliseModel',
        'createSimulation',
      ]);
    });
  }

  it('of a window that signs in meanwhile goes on as it began', async () => {
    const { emulator, tokens, client, bench, record } = await prepare();
    await tokens.remove(emulator.baseUrl);
    emulator.setIntercept(undefined);
    let changed: Promise<unknown> | undefined;
    const onChange = () => {
      if (record.record.accepted.size === 1) changed ??= tokens.set(emulator.baseUrl, 'late-token');
    };
    await bench.run(record, { client: client(), onChange });
    await changed;
    const sent = new Set(emulator.requests.map(({ headers }) => headers['authorization']));
    assert.deepEqual(sent, new Set([undefined]));
    assert.equal(operations(emulator).at(-1), 'createSimulation');
  });
});
