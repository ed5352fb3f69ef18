import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import type { Listing, Project } from '../../../src/client/core/types';
import type { CallOptions } from '../../../src/client/serviceClientOptions';
import { ProjectList } from '../../../src/flows/projectList';
import type { ConnectedService } from '../../../src/session/service';
import { rejectionOf } from '../../support/rejections';

const here = { key: 'here' } as ConnectedService;
const there = { key: 'there' } as ConnectedService;
const { signal: open } = new AbortController();
const refused = new StatusError({ operation: 'listProjects', host: 'sim.test', status: 401 });
const failed = new StatusError({ operation: 'listProjects', host: 'sim.test', status: 500 });

interface Asked {
  readonly service: ConnectedService;
  readonly options: CallOptions;
  readonly answer: (listing: Listing<Project>) => void;
  readonly fail: (error: Error) => void;
}

function createList() {
  const asked: Asked[] = [];
  const flow = new AbortController();
  const clock = { ms: 0, now: () => clock.ms };
  const store = {
    fresh: (service: ConnectedService, options: CallOptions = {}) =>
      new Promise<Listing<Project>>((answer, fail) => asked.push({ service, options, answer, fail })),
  };
  return { list: new ProjectList(store, flow.signal, clock), asked, flow, clock };
}

const listing = (name: string): Listing<Project> => ({ items: [{ id: name, name, fields: {} }], skipped: 0 });

describe('The projects of a flow', () => {
  it('are requested early, unattended, and used once', async () => {
    const { list, asked } = createList();
    list.requestEarly(here);
    list.requestEarly(here);
    assert.deepEqual(
      asked.map(({ options }) => options.unattended),
      [true],
    );
    const first = list.request(here, { signal: open });
    asked[0]!.answer(listing('early'));
    assert.deepEqual(await first, listing('early'));
    const second = list.request(here, { signal: open });
    asked[1]!.answer(listing('late'));
    assert.deepEqual(await second, listing('late'));
    assert.deepEqual(asked[1]!.options, { signal: open });
  });

  it('are no longer requested when the flow ends', () => {
    const { list, asked, flow } = createList();
    list.requestEarly(here);
    assert.equal(asked[0]!.options.signal!.aborted, false);
    flow.abort();
    assert.equal(asked[0]!.options.signal!.aborted, true);
  });

  it('are requested again after an early failure', async () => {
    const { list, asked } = createList();
    list.requestEarly(here);
    asked[0]!.fail(failed);
    await new Promise(setImmediate);
    const now = list.request(here, { signal: open });
    asked[1]!.answer(listing('now'));
    assert.deepEqual(await now, listing('now'));
  });

  it('fail with an early request that fails while it is waited for', async () => {
    const { list, asked } = createList();
    list.requestEarly(here);
    const now = list.request(here, { signal: open });
    asked[0]!.fail(failed);
    assert.equal(await rejectionOf(now), failed);
    assert.equal(asked.length, 1);
  });

  it('are requested once more when the user has to sign in', async () => {
    const { list, asked } = createList();
    list.requestEarly(here);
    const now = list.request(here, { signal: open });
    asked[0]!.fail(refused);
    await new Promise(setImmediate);
    assert.deepEqual(asked[1]!.options, { signal: open });
    asked[1]!.answer(listing('signed in'));
    assert.deepEqual(await now, listing('signed in'));
  });

  for (const [name, service, ms] of [
    ['belong to another service', there, 0],
    ['are older than a minute', here, 60_001],
  ] as const) {
    it(`are requested again when those requested early ${name}`, async () => {
      const { list, asked, clock } = createList();
      list.requestEarly(here);
      asked[0]!.answer(listing('early'));
      clock.ms = ms;
      const now = list.request(service, { signal: open });
      asked[1]!.answer(listing('now'));
      assert.deepEqual([await now, asked[1]!.service], [listing('now'), service]);
    });
  }
});
