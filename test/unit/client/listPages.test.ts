import assert from 'node:assert/strict';
import { findNextTarget } from '../../../src/client/url/nextPage';
import { closeClients, createClient, testClient } from '../../support/client';
import { FakeClock } from '../../support/fakeClock';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, type RecordedRequest, type Reply, serve, serveRaw } from '../../support/testServer';

/** Projects with these numbers. */
const numbered = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Project ${id}` }));
const reply = (body: unknown, headers?: Record<string, string>): Reply => ({
  body: JSON.stringify(body),
  ...(headers && { headers }),
});
const pageOf = ({ path }: RecordedRequest) => Number(new URL(path, 'http://h').searchParams.get('page') ?? 1);

/** Pages with one project each, as Django REST framework sends them. */
const drfPage = (last: number, next: (page: number) => string | null) => (request: RecordedRequest) => {
  const page = pageOf(request);
  return reply({ count: last, next: page === last ? null : next(page + 1), results: numbered(page) });
};

async function list(origin: string) {
  const { client, log } = testClient(origin);
  const { items, skipped, partial } = await client.listProjects();
  assert.equal(skipped, 0);
  return { ids: items.map(({ id }) => id), partial, log };
}

describe('A list in pages', () => {
  afterEach(closeClients);
  afterEach(closeServers);

  for (const [what, next] of [
    ['an absolute address', (page: number, origin: string) => `${origin}/variant_a/v1/projects?page=${page}`],
    ['a path', (page: number) => `/variant_a/v1/projects?page=${page}`],
    ['a query', (page: number) => `?page=${page}`],
    ['another path of the service', (page: number) => `/variant_a/v1/projects/more?page=${page}`],
  ] as const) {
    it(`is read to its end by ${what}, with the headers of the first request`, async () => {
      const server = await serve((request) => drfPage(3, (page) => next(page, server.origin))(request));
      const credentials = { headers: () => Promise.resolve({ authorization: 'Bearer canary' }) };
      const { client, log } = testClient(server.origin, 'variant_a', { credentials });
      const { items, partial } = await client.listProjects();
      assert.deepEqual([items.map(({ id }) => id), partial], [[1, 2, 3], undefined]);
      assert.deepEqual(
        server.requests.map(({ method, headers }) => [method, headers.authorization, headers.accept]),
        Array(3).fill(['GET', 'Bearer canary', 'application/json']),
      );
      assert.doesNotMatch(log.join('\n'), /page=|canary/);
    });
  }

  it('is read by the header Link', async () => {
    const server = await serve((request) => {
      const page = pageOf(request);
      const link = `<?page=${page + 1}>; rel="next", <?page=9>; rel="last"`;
      return reply(numbered(page), page < 3 ? { link } : undefined);
    });
    assert.deepEqual((await list(server.origin)).ids, [1, 2, 3]);
  });

  for (const [what, next] of [
    ['another server', () => 'http://127.0.0.2:9/variant_a/v1/projects?page=2'],
    ['another port', (origin: string) => `${origin.replace(/\d+$/, '9')}/variant_a/v1/projects?page=2`],
    ['another variant', (origin: string) => `${origin}/variant_b/v7/projects?page=2`],
    ['a path above', (origin: string) => `${origin}/variant_a/v1/../projects?page=2`],
    ['a name that only begins alike', () => '/variant_a/v10/projects?page=2'],
    ['a token', () => 'eyJwYWdlIjoyfQ'],
  ] as const) {
    it(`does not go on at ${what}, and says that it is not whole`, async () => {
      const server = await serve((request) => drfPage(3, () => next(server.origin))(request));
      const { ids, partial } = await list(server.origin);
      assert.deepEqual([ids, partial, server.requests.length], [[1], { total: 3 }, 1]);
    });
  }

  it('ends where a page leads back, or has nothing new', async () => {
    const loop = await serve((request) => drfPage(9, (page) => `?page=${page === 4 ? 2 : page}`)(request));
    assert.deepEqual(await list(loop.origin).then(({ ids, partial }) => [ids, partial]), [
      [1, 2, 3],
      { total: 9 },
    ]);
    assert.equal(loop.requests.length, 3);
    let number = 0;
    const same = await serve(() => reply({ results: numbered(1, 2), next: `?page=${++number}` }));
    assert.deepEqual(await list(same.origin).then(({ ids, partial }) => [ids, partial]), [[1, 2], {}]);
    assert.equal(same.requests.length, 2);
  });

  it('has an entry once that moved to the next page meanwhile, and says that one may be missing', async () => {
    for (const [counted, expected] of [
      [{ count: 4 }, { total: 4 }],
      [{ count: 3 }, {}],
      [{}, {}],
    ] as const) {
      const server = await serve(
        reply({ ...counted, results: numbered(1, 2), next: '?page=2' }),
        reply({ ...counted, results: numbered(2, 3), next: null }),
      );
      const { ids, partial } = await list(server.origin);
      assert.deepEqual([ids, partial], [[1, 2, 3], expected]);
    }
  });

  it('is not whole if a page is missing at its end, although only the first one counts', async () => {
    const server = await serve(
      reply({ count: 4, results: numbered(1, 2), next: '?page=2' }),
      reply({ results: numbered(3), next: null }),
    );
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial], [[1, 2, 3], { total: 4 }]);
  });

  it('has at most 100 pages', async () => {
    const server = await serve((request) => drfPage(150, (page) => `?page=${page}`)(request));
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids.length, partial, server.requests.length], [100, { total: 150 }, 100]);
  });

  it('has at most 12 MiB', async () => {
    const filling = 'x'.repeat(5 * 2 ** 20);
    const server = await serve((request) =>
      reply({ ...JSON.parse(String(drfPage(9, (page) => `?page=${page}`)(request).body)), filling }),
    );
    const { ids, partial, log } = await list(server.origin);
    assert.deepEqual([ids, partial, server.requests.length], [[1, 2], { total: 9 }, 3]);
    assert.match(log.join('\n'), /listProjects: page 3 of the list failed after 2 entries: .*tooLarge/);
  });

  it('takes two minutes at most', async () => {
    const clock = new FakeClock();
    const server = await serve((request) => {
      clock.pass(25_000);
      return drfPage(9, (page) => `?page=${page}`)(request);
    });
    const client = createClient(server.origin, { variant: 'variant_a', clock });
    assert.deepEqual((await client.listProjects()).items.length, 5);
  });

  it('is what there is when a page fails, and is not whole then', async () => {
    const server = await serve((request) =>
      pageOf(request) === 2 ? { status: 404 } : drfPage(3, (page) => `?page=${page}`)(request),
    );
    const { ids, partial, log } = await list(server.origin);
    assert.deepEqual([ids, partial, server.requests.length], [[1], { total: 3 }, 2]);
    assert.match(log.join('\n'), /listProjects: page 2 of the list failed after 1 entries: .*404/);
  });

  it('is what there is when a page is no list, or is cut', async () => {
    for (const second of [
      reply({ results: [], next: null, tags: [{ id: 9 }] }),
      reply({ error: 'busy', results: numbered(9) }),
      { body: '{"results":[{"id":2' },
    ]) {
      const server = await serve(reply({ results: numbered(1), next: '?page=2' }), second);
      const { ids, partial } = await list(server.origin);
      assert.deepEqual([ids, partial, server.requests.length], [[1], {}, 2]);
    }
  });

  it('repeats a page as it repeats the first one', async () => {
    let failures = 0;
    const server = await serve((request) =>
      pageOf(request) === 2 && failures++ < 2
        ? { status: 503 }
        : drfPage(3, (page) => `?page=${page}`)(request),
    );
    assert.deepEqual((await list(server.origin)).ids, [1, 2, 3]);
  });

  it('fails when a page asks for a sign-in, or when it is cancelled', async () => {
    const server = await serve(reply({ results: numbered(1), next: '?page=2' }), { status: 401 });
    assert.equal((await failureOf(testClient(server.origin).client.listProjects())).status, 401);
    const stop = new AbortController();
    const cancelled = await serve(reply({ results: numbered(1), next: '?page=2' }), () => {
      stop.abort(new Error('enough'));
      return reply({ results: [] });
    });
    const failure = await rejectionOf(
      testClient(cancelled.origin).client.listProjects({ signal: stop.signal }),
    );
    assert.equal((failure as Error).message, 'enough');
  });

  it('is one request for a client that asks once', async () => {
    const server = await serve((request) => drfPage(3, (page) => `?page=${page}`)(request));
    const client = createClient(server.origin, { variant: 'variant_a', once: true });
    const { items, partial } = await client.listProjects();
    assert.deepEqual([items.length, partial, server.requests.length], [1, { total: 3 }, 1]);
  });
});

describe('A list as other services were reported to send it', () => {
  afterEach(closeClients);
  afterEach(closeServers);

  it('has several headers Link', async () => {
    const link = ['<?page=9>; rel="last"', '<?page=2>; rel="next"'];
    const server = await serveRaw((socket) => {
      socket.once('data', () => {
        const body = JSON.stringify(numbered(1));
        const links = link.map((one) => `Link: ${one}\r\n`).join('');
        socket.end(
          `HTTP/1.1 200 OK\r\n${links}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
      });
    });
    // The next page is the same one.
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial, server.connections()], [[1], {}, 2]);
  });

  it('goes on after an empty page', async () => {
    const server = await serve(
      reply({ items: numbered(1), next: '?page=2' }),
      reply({ items: [], next: '?page=3' }),
      reply({ items: numbered(2), next: '' }),
    );
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial], [[1, 2], undefined]);
  });

  it('ends where two pages lead to each other', async () => {
    const server = await serve((request) => {
      const page = pageOf(request);
      return reply({ items: numbered(page), next: page === 2 ? '?page=3' : '?page=2' });
    });
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial, server.requests.length], [[1, 2, 3], {}, 3]);
  });

  it('is read by the header Next-Page, and its count by Total-Records', async () => {
    const server = await serve((request) => {
      const page = pageOf(request);
      const next = { 'next-page': `http://${request.headers.host}/variant_a/v1/projects?page=2` };
      return reply({ data: numbered(page) }, { 'total-records': '3', ...(page === 1 && next) });
    });
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial], [[1, 2], { total: 3 }]);
  });

  it('has the address in an object that has the position as well', async () => {
    const server = await serve((request) => {
      const { host } = request.headers;
      const page = pageOf(request);
      const url = `http://${host}/variant_a/v1/projects?page=2`;
      return reply({
        items: numbered(page),
        _pagination: {
          offset: page - 1,
          limit: 1,
          total: 2,
          next: page === 1 ? { offset: 1, limit: 1, url } : null,
        },
      });
    });
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial], [[1, 2], undefined]);
  });

  it('is not followed to a page that another method asks for', async () => {
    const links = [{ rel: 'next', method: 'POST', href: '?', body: { token: 'x' } }];
    const server = await serve(reply({ items: numbered(1), links }));
    const { ids, partial } = await list(server.origin);
    assert.deepEqual([ids, partial, server.requests.length], [[1], {}, 1]);
  });

  it('is followed by an address without the scheme and the port by which the service is reached', () => {
    const root = 'https://sim.example:8443/api';
    assert.deepEqual(findNextTarget('http://sim.example/api/projects/?page=2', `${root}/projects`, root), {
      origin: 'https://sim.example:8443',
      host: 'sim.example:8443',
      path: '/api/projects/?page=2',
    });
  });
});

describe('The address of the next page', () => {
  const root = 'https://sim.example/base/v7';
  for (const [next, path] of [
    ['https://sim.example/base/v7/projects?page=2', '/base/v7/projects?page=2'],
    ['HTTPS://SIM.example:443/base/v7/projects?a=%2F..%2F', '/base/v7/projects?a=%2F..%2F'],
    // Written behind a proxy that ends TLS.
    ['http://sim.example/base/v7/projects?page=2', '/base/v7/projects?page=2'],
    ['?page=2#x', '/base/v7/projects?page=2'],
    ['projects?page=2', '/base/v7/projects?page=2'],
    ['/base/v7/x/../projects', '/base/v7/projects'],
  ] as const) {
    it(`can be ${next}`, () =>
      assert.deepEqual(findNextTarget(next, `${root}/projects`, root), {
        origin: 'https://sim.example',
        host: 'sim.example',
        path,
      }));
  }

  for (const next of [
    'https://other.example/base/v7/projects',
    'https://sim.example:8443/base/v7/projects',
    '//other.example/base/v7/x',
    'http://sim.example:8080/base/v7/projects',
    'ftp://sim.example/base/v7/projects',
    'javascript:alert(1)',
    'https://me@sim.example/base/v7/projects',
    'https://sim.example@other.example/base/v7/projects',
    '/base/v70/projects',
    '/base/v7',
    '/base/v7/../projects',
    '/base/v7/%2e%2e/projects',
    '/base/v7/..%2fprojects',
    '/base/v7/..\\projects',
    '\\\\other.example\\base',
    'https://sim.example/base/v7/\tprojects',
    `?${'x'.repeat(9000)}`,
    'https://',
  ]) {
    it(`cannot be ${next.slice(0, 60)}`, () =>
      assert.equal(findNextTarget(next, `${root}/projects`, root), undefined));
  }
});
