import assert from 'node:assert/strict';
import { hasDotSegment, tryParseUrl } from '../../../src/client/url/parseUrl';
import { listParameters, listQueryValues } from '../../../src/client/url/query';
import { findUnknownSignedHeaders } from '../../../src/client/url/signedHeaders';
import { splitUrl, type UrlParts } from '../../../src/client/url/splitUrl';
import { uploadHeadersFor } from '../../../src/client/url/uploadHeaders';

/** All texts of up to so many of the pieces. */
function listTexts(pieces: readonly string[], maxPieces: number): string[] {
  let texts = [''];
  for (let count = 0; count < maxPieces; count++)
    texts = [...new Set(texts.flatMap((text) => ['', ...pieces].map((piece) => text + piece)))];
  return texts;
}

/** The pieces of URLs that parsers treat in a way of their own, beside harmless ones. */
const servers = [
  ...['http://a.test', 'https://a.test', 'https://a.test:443', 'https://a.test:0443', 'https://a.test:8443'],
  ...[
    'http://A.test',
    'http://127.1',
    'http://0x7f.0.0.1',
    'http://user@a.test',
    'http://[::1]',
    'http://a..b',
  ],
  ...[
    'HTTP://a.test',
    'ftp://a.test',
    'https:/a.test',
    'http://a.test:99999',
    'http://xn--a.test',
    'http://é.test',
  ],
];
const pathPieces = ['/', 'a', '.', '%2e', '%2E', '%41', '\\', ' ', '"', '~', ';', '|', 'é'];
const queryPieces = ['?', '#', 'a', '=', '&', "'", '"', '%', '<', '/', '+', '\\', '\t', 'é'];

const partsOf = ({ protocol, origin, host, hostname, pathname, search, href }: UrlParts) => {
  return { protocol, origin, host, hostname, pathname, search, href };
};

describe('Thousands of upload URLs, read without parsing each', () => {
  it('has the parts that a parser finds', () => {
    const paths = listTexts(pathPieces, 3);
    const queries = listTexts(queryPieces, 3);
    const rests = [...paths, ...queries.flatMap((query) => [`/${query}`, `/a/b.c${query}`])];
    let plain = 0;
    for (const url of servers.flatMap((server) => rests.map((rest) => server + rest))) {
      const split = splitUrl(url);
      const parsed = tryParseUrl(url);
      assert.deepEqual(split && partsOf(split), parsed && partsOf(parsed), url);
      if (split?.isPlain !== true) continue;
      plain++;
      // Nothing but a port may be written in another way than it is meant.
      assert.equal(split.href, url.replace(/:0?443(?=\/)/, ''), url);
    }
    assert.ok(plain > 1000, `${plain} are plain`);
  });

  it('splits the URLs of the usual file servers without a parser', () => {
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=A%2F20261121%2Feu%2Fs3%2Faws4_request&sig=${'a'.repeat(64)}`;
    for (const url of [
      `https://bucket.s3.example.com/models/1/a.inp?${query}`,
      `http://localhost:9000/a?${query}`,
    ])
      assert.equal(splitUrl(url)?.isPlain, true, url);
  });

  it('has the values of a query that a parser finds', () => {
    for (const query of listTexts(['a', '=', '&', '%3D', '+', '/'], 5)) {
      const written = listQueryValues(`?${query}`).filter((value) => value !== '');
      const expected = [...new URLSearchParams(query).values()].filter((value) => value !== '');
      assert.deepEqual(written, expected, query);
    }
  });

  it('has the parameters that a parser finds', () => {
    for (const query of listTexts(['a', '=', '&', '%3D', '+', '%', 'é'], 5)) {
      assert.deepEqual(listParameters(query), [...new URLSearchParams(query)], query);
      assert.deepEqual(listParameters(`?${query}`), [...new URLSearchParams(query)], query);
    }
  });

  it('has the dot segments that are there after splitting', () => {
    for (const path of listTexts(['/', '.', '%2E', 'a', '?', '#'], 5)) {
      const [segments = ''] = path.split(/[?#]/);
      const expected = segments.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
      assert.equal(hasDotSegment(path), expected, path);
    }
  });

  it('has the signed headers, however their list is written', () => {
    const base = 'https://files.example.com/1?a=b';
    const found = (query: string) => findUnknownSignedHeaders(new URL(`${base}&${query}`));
    assert.deepEqual(found('X-Amz-SignedHeaders=host'), []);
    assert.deepEqual(found('X-Amz-SignedHeaders=HOST'), []);
    assert.deepEqual(found('X-Amz-SignedHeaders=host%3Bx-one'), ['x-one']);
    assert.deepEqual(found('X-Amz-Signed%48eaders=x-one'), ['x-one']);
    assert.deepEqual(found('X-Amz-SignedHeaders=host&x-signedheaders=x-two'), ['x-two']);
    assert.deepEqual(found('q-header-list=host;x-three'), ['x-three']);
    assert.deepEqual(found('x-oss-additional-headers=x-four'), ['x-four']);
    assert.deepEqual(found('ax-goog-signedheaders=x-five&header-list=x-six'), []);
  });

  it('tells that a URL is of Azure, however its parameters are written', () => {
    const headersOf = (query: string) => uploadHeadersFor(new URL(`https://a.example/1?${query}`), {});
    const azure = { 'x-ms-blob-type': 'BlockBlob' };
    assert.deepEqual(headersOf('sv=1&sr=b&sig=x'), azure);
    assert.deepEqual(headersOf('sig=x&sv=1&ss=b'), azure);
    assert.deepEqual(headersOf('s%69g=x&sv=1&sr=b'), azure);
    assert.deepEqual(headersOf('sv=1&sr=b'), {});
    assert.deepEqual(headersOf('sv=1&sr=b&signature=x'), {});
    assert.deepEqual(headersOf('sv=1&sr=b&xsig=x'), {});
  });
});
