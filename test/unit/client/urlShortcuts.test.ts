import assert from 'node:assert/strict';
import { hasDotSegment } from '../../../src/client/url/parseUrl';
import { listParameters } from '../../../src/client/url/query';
import { findUnknownSignedHeaders } from '../../../src/client/url/signedHeaders';
import { uploadHeadersFor } from '../../../src/client/url/uploadHeaders';

/** All texts of up to so many of the pieces. */
function listTexts(pieces: readonly string[], maxPieces: number): string[] {
  let texts = [''];
  for (let count = 0; count < maxPieces; count++)
    texts = [...new Set(texts.flatMap((text) => ['', ...pieces].map((piece) => text + piece)))];
  return texts;
}

describe('Thousands of upload URLs, read without parsing each', () => {
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
