import assert from 'node:assert/strict';
import { parseMapping, type RawMapping } from '../../../src/client/mapping/serviceMapping';
import type { StatusIds } from '../../../src/client/mapping/simulationStatus';
import { closeClients, testClient } from '../../support/client';
import { failureOf, rejectionOf, shownBy } from '../../support/rejections';
import { closeServers, type Reply, serve } from '../../support/testServer';
import { mappingOutcome } from './support/mappingOutcome';

const simulationStatus = {
  path: '/simulations/{simulation_id}',
  state: '/status',
  detail: '/progress',
  ended: { done: 'success', failed: 'failure', '7': 'neutral' },
};
const asked: StatusIds = { simulation_id: 's1' };

/** What the client makes of a response, and the requests that it sent. */
async function read(reply: Reply | object, given: RawMapping = {}, ids = asked) {
  const isReply = 'body' in reply || 'headers' in reply;
  const server = await serve(isReply ? reply : { body: JSON.stringify(reply) });
  const mapping = parseMapping({ simulationStatus, ...given });
  const credentials = { headers: () => Promise.resolve({ authorization: 'Bearer canary-4711' }) };
  const { client, log } = testClient(server.origin, 'variant_b', { mapping, credentials });
  return { server, log, result: client.readSimulation(ids) };
}

describe('What a service says of a simulation', () => {
  afterEach(() => Promise.all([closeClients(), closeServers()]));

  for (const [shape, given, body, expected] of [
    ['flat', {}, { status: 'running', progress: '40 %' }, { state: 'running', detail: '40 %' }],
    ['at its end', {}, { simulation_id: 's1', status: 'done' }, { state: 'done', end: 'success' }],
    [
      'nested, with a number',
      { simulationStatus: { ...simulationStatus, state: '/data/state/code', detail: '/data/message' } },
      { data: { id: 's1', state: { code: 7 }, message: { text: 'not a word' } } },
      { state: '7', end: 'neutral' },
    ],
    [
      'in a list, with a boolean',
      { simulationStatus: { ...simulationStatus, state: '/0/finished', ended: { true: 'success' } } },
      [{ finished: true }],
      { state: 'true', end: 'success' },
    ],
    [
      'of a service that names it by another key',
      { responses: { createdSimulationId: '/run/key' } },
      { run: { key: 's1' }, id: 'of the response', status: 'failed' },
      { state: 'failed', end: 'failure' },
    ],
  ] as const)
    it(`is read ${shape}`, async () => {
      const { result, server } = await read(body, given);
      assert.deepEqual(await result, expected);
      assert.deepEqual(
        server.requests.map(({ method, path, body: sent, headers }) => [
          method,
          path,
          sent,
          headers.authorization,
        ]),
        [['GET', '/variant_b/v7/simulations/s1', '', 'Bearer canary-4711']],
      );
    });

  it('is asked for with its identifiers encoded, below the root, and nowhere else', async () => {
    const path = '/p/{project_id}/s/{simulation_id}/';
    const given = { pathPrefix: '/api', simulationStatus: { path, state: '/status' } };
    const ids = { simulation_id: '../a?b#c/d', project_id: 9_007_199_254_740_993n };
    const { result, server } = await read({ status: 'queued' }, given, ids);
    assert.deepEqual(await result, { state: 'queued' });
    assert.deepEqual(
      server.requests.map((one) => one.path),
      ['/api/p/9007199254740993/s/..%2Fa%3Fb%23c%2Fd/'],
    );
  });

  it('is not asked for without the setting, or without an identifier that its path needs', async () => {
    const ofProject = { path: '/p/{project_id}/s/{simulation_id}', state: '/status' };
    for (const given of [{ simulationStatus: undefined }, { simulationStatus: ofProject }]) {
      const { result, server } = await read({ status: 'done' }, given);
      assert.deepEqual([await result, server.connections()], [undefined, 0]);
    }
  });

  it('is one line without hidden characters, addresses and secrets', async () => {
    const word = 'run\u202e\nning';
    const progress = 'at https://files.example/x?sig=1 with canary-4711';
    const { result } = await read({ status: word, progress });
    assert.deepEqual(await result, {
      state: 'run\\u{202e}\\u{a}ning',
      detail: 'at [URL] with [secret]',
    });
  });

  for (const [lie, reply, expected] of [
    [
      'a page',
      { body: '<html><title>Sign in</title></html>', headers: { 'content-type': 'text/html' } },
      'html',
    ],
    ['10 MB', { body: `{"status":"done","x":"${'x'.repeat(10_000_000)}"}` }, 'tooLarge'],
    ['no JSON', { body: 'done' }, 'notJson'],
    ['another simulation', { simulation_id: 's2', status: 'done' }, 'noStatus'],
    ['another simulation, by its own ID', { data: { id: 's2' }, status: 'done' }, 'noStatus'],
    ['no status', { state: 'done' }, 'noStatus'],
    ['an object', { status: { word: 'done' } }, 'noStatus'],
    ['nothing', { status: ' ' }, 'noStatus'],
    ['a text that is no word', { status: 'x'.repeat(61) }, 'noStatus'],
    [
      'a redirect',
      { body: '', status: 302, headers: { location: 'http://127.0.0.1:9/simulations/s1' } },
      302,
    ],
    ['a refusal', { body: '{"status":"done"}', status: 401 }, 401],
    ['a failure', { body: '{"status":"done"}', status: 503 }, 503],
    ['that it is on its way', { body: '{"status":"done"}', status: 202 }, 202],
  ] as const)
    it(`is an error where the response is ${lie}, after one request`, async () => {
      const { result, server, log } = await read(reply);
      const error = await rejectionOf(result);
      const { reason, status } = error as { readonly reason?: string; readonly status?: number };
      assert.deepEqual([reason ?? status, server.requests.length], [expected, 1]);
      assert.doesNotMatch(shownBy(error, log), /canary/);
    });

  it('of another simulation is an error at the place that a setting names', async () => {
    const { result } = await read(
      { run: { key: 's2' }, id: 's1', status: 'done' },
      { responses: { createdSimulationId: '/run/key' } },
    );
    assert.equal((await failureOf(result))['reason'], 'noStatus');
  });

  for (const [given, ...expected] of [
    [[], 'type'],
    ['/simulations/{simulation_id}', 'type'],
    [{ ...simulationStatus, url: 'x' }, 'entry', 'url'],
    [{ state: '/status' }, 'statusPath'],
    [{ path: '/simulations', state: '/status' }, 'statusPath'],
    [{ path: 'https://other.example/{simulation_id}', state: '/status' }, 'statusPath'],
    [{ path: '//other.example/{simulation_id}', state: '/status' }, 'statusPath'],
    [{ path: '/{simulation_id}/../x', state: '/status' }, 'statusPath'],
    [{ path: '/{simulation_id}?a=b', state: '/status' }, 'statusPath'],
    [{ path: '/{simulation_id}#a', state: '/status' }, 'statusPath'],
    [{ path: '/{simulation_id}/{model_id}', state: '/status' }, 'statusPath'],
    [{ path: '/a%2f{simulation_id}', state: '/status' }, 'statusPath'],
    [{ path: simulationStatus.path }, 'pointer', 'state'],
    [{ ...simulationStatus, state: 'status' }, 'pointer', 'state'],
    [{ ...simulationStatus, detail: 'progress' }, 'pointer', 'detail'],
    [{ ...simulationStatus, ended: ['done'] }, 'statusEnd'],
    [{ ...simulationStatus, ended: { done: 'good' } }, 'statusEnd'],
  ] as const)
    it(`is not read by the setting ${JSON.stringify(given)}`, () =>
      assert.deepEqual(
        mappingOutcome(() => parseMapping({ simulationStatus: given })),
        ['simulationStatus', expected[0], expected[1] ?? ''],
      ));
});
