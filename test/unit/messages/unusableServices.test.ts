import assert from 'node:assert/strict';
import { UploadUrlError } from '../../../src/client/core/errors';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { parseBaseUrl } from '../../../src/client/url/baseUrl';
import { findUploadUrlProblem } from '../../../src/client/url/uploadUrl';
import { describeBaseUrlProblem, describeError } from '../../../src/messages/describeError';

const noQuery = 'A service that requires a query in every request cannot be used.';
const noHeaders =
  'They are the same for all files; a service that requires other values for each file cannot be used.';

/** What a service would need, as its address is read. */
function describeBaseUrl(text: string): string {
  const problem = parseBaseUrl(text);
  return typeof problem === 'string' ? describeBaseUrlProblem(problem) : 'accepted';
}

function describePrefix(pathPrefix: string): string {
  try {
    parseMapping({ pathPrefix });
    return 'accepted';
  } catch (error) {
    return describeError(error);
  }
}

describe('A service that cannot be used is named as such', () => {
  for (const query of ['?api-version=2026-01-01', '?code=abc', '?'])
    it(`with ${query} in the base URL`, () =>
      assert.equal(
        describeBaseUrl(`https://sim.example.com/api${query}`),
        `The base URL must not contain “?”. ${noQuery}`,
      ));

  it('with a query in the prefix', () =>
    assert.equal(
      describePrefix('/v7?api-version=2026-01-01'),
      `The setting simulationService.pathPrefix must be a path such as /api/v2, without a query and without “.” or “..” as a part. ${noQuery} Nothing was sent.`,
    ));

  it('with a header for each file', () => {
    const url = 'https://f.example/1?X-Amz-SignedHeaders=host;x-amz-meta-part&X-Amz-Signature=0f';
    const problem = findUploadUrlProblem(url, new URL('https://sim.example.com'));
    assert.equal(
      describeError(new UploadUrlError('createModel', 'sim.example.com', problem!)),
      `The model could not be created. The upload URL to f.example requires headers that are not set: x-amz-meta-part. Add them to the setting simulationService.uploadHeaders, with the values that the operator of the service specifies. ${noHeaders}`,
    );
  });
});
