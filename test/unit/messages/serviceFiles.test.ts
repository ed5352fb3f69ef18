import assert from 'node:assert/strict';
import {
  describeHostWarning,
  describeOmission,
  describeOpenApiProblem,
  describeServiceFileProblem,
  describeSimilarName,
} from '../../../src/messages/serviceFiles';
import { parseOpenApi } from '../../../src/serviceFile/openApi';
import { parseServiceFile } from '../../../src/serviceFile/serviceFile';

function sentenceFor(content: object | string): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const read = parseServiceFile(text);
  return 'kind' in read ? describeServiceFileProblem(read) : 'read';
}

const named = (entry: object) => ({ name: 'Wing', baseUrl: 'https://sim.example', ...entry });

describe('A file that describes no service', () => {
  for (const [content, sentence] of [
    ['Wing', 'The file is not valid JSON.'],
    [{ openapi: '3.1.0', paths: {} }, 'The file does not describe a service: it lacks “name” or “baseUrl”.'],
    ['x'.repeat(5_000_000), 'The file is too large for the description of a service.'],
    [
      '{"name":"Wing","baseUrl":"https://a.example","baseUrl":"https://b.example"}',
      'The file has the key “baseUrl” twice in one place.',
    ],
    [
      '{"name":"W","baseUrl":"https://a.example","requests":{"createModel":{"a":1e400}}}',
      'The number 1e400 is too large or has too many digits to be sent as it is.',
    ],
    [named({ name: ' ' }), 'The name of the service must be a text of 1 to 100 characters.'],
    [named({ name: 'A ' }), 'name has characters that cannot be seen, or blanks at an end.'],
    [named({ token: 'secret' }), 'The entry token of the service is not valid.'],
    [
      named({ baseUrl: 'https://sim.example@evil.example' }),
      'The base URL must not contain a user name or a password.',
    ],
    [
      named({ pages: { project: 'javascript:alert(1)//{project_id}' } }),
      'The address “project” in the pages of the service is not valid. It must begin with https://, or with http:// for this computer.',
    ],
    [
      named({ requestHeaders: { 'X-A': 'a\r\nb' } }),
      'The setting requestHeaders has an invalid value for the header X-A. A header value can contain only printable ASCII characters.',
    ],
    [
      named({ requestHeaders: { 'X-A\r\n\u202e': 'a' } }),
      'The setting requestHeaders contains the invalid header name “X-A\\u{d}\\u{a}\\u{202e}”.',
    ],
    [named({ name: 'Pr\ufffdfstand' }), 'The file is not in UTF-8, or letters in it were lost before.'],
    [
      named({ requestHeaders: { 'X-Auth-Token': 'abc' } }),
      'The value of requestHeaders.X-Auth-Token looks like a secret, which must not be in the file of a service. All users sign in with their own.',
    ],
    [
      named({
        requests: {
          createModel: {
            a: '{prompt.a}',
            $prompts: { a: { type: 'choice', choices: Array.from({ length: 10_000 }, (_, index) => index) } },
          },
        },
      }),
      'A question in requests.createModel has more than 500 choices.',
    ],
  ] as const)
    it(`says: ${sentence}`, () => assert.equal(sentenceFor(content), sentence));
});

describe('A document from which nothing is proposed', () => {
  for (const [content, sentence] of [
    ['openapi: 3.1.0', 'The document is not valid JSON. A document in YAML has to be converted first.'],
    ['{}', 'The file is not an OpenAPI document.'],
    [
      '{"openapi":"4.0.0","paths":{}}',
      'The document has version 4.0.0 of OpenAPI. Only version 3 can be read.',
    ],
    [
      '{"openapi":"3.1.0","paths":{}}',
      'The document describes none of the requests that are needed, such as POST …/simulations.',
    ],
    [' '.repeat(5_000_000), 'The document is larger than 4 MB.'],
  ] as const)
    it(`says: ${sentence}`, async () => {
      const read = await parseOpenApi(content);
      assert.equal('kind' in read && describeOpenApiProblem(read), sentence);
    });
});

describe('Each fact about a document', () => {
  it('that is an omission has a sentence', () =>
    assert.deepEqual(
      [
        describeOmission({ kind: 'operation', operation: 'finaliseModel' }),
        describeOmission({ kind: 'property', operation: 'createModel', property: 'steps.solver' }),
        describeOmission({ kind: 'body', operation: 'createProject' }),
        describeOmission({ kind: 'response', operation: 'createSimulation' }),
        describeOmission({ kind: 'authentication', type: 'mutualTLS' }),
        describeOmission({ kind: 'severalAuthentications', types: 'http bearer, http basic' }),
        describeOmission({ kind: 'mediaType', operation: 'createModel', type: 'application/a+json' }),
        describeOmission({
          kind: 'parameterElsewhere',
          operation: 'createModel',
          reference: 'common.json#/T',
        }),
      ],
      [
        'The document does not describe the request “POST /models/{model_id}/finalise”.',
        'Nothing is known that fits the required field steps.solver of the request “POST /models”. Add it by hand.',
        'The document does not say clearly what the request “POST /projects” sends.',
        'The document does not say clearly what the response to the request “POST /simulations” contains.',
        'The document asks for a way of signing in that is not supported: mutualTLS.',
        'The document names several ways of signing in, and none for all requests: http bearer, http basic. Select yours when you sign in.',
        'The request “POST /models” is sent with another Content-Type than application/a+json, which the document wants. A header among the headers of requests changes it for all of them.',
        'The request “POST /models” has a parameter that is described in another place, which is not read: common.json#/T. It is not sent. If it is a header, add it to the headers of requests.',
      ],
    ));

  it('that is a similar name has a sentence', () =>
    assert.equal(
      describeSimilarName('Wing\u200b'),
      'Your settings have “Wing\\u{200b}”, whose name reads like this one. Both would be there.',
    ));

  it('that is a warning about its host has a sentence', () =>
    assert.deepEqual(
      [
        describeHostWarning({ kind: 'otherHost', host: 'sim.example' }),
        describeHostWarning({ kind: 'similarHost', name: 'Wing', address: 'https://sim.example' }),
        describeHostWarning({ kind: 'similarHost', name: '', address: 'https://sim.example' }),
        describeHostWarning({ kind: 'foreignLetters', host: 'sіm.example' }),
        describeHostWarning({ kind: 'notEncrypted' }),
        describeHostWarning({ kind: 'unprotected' }),
        describeHostWarning({ kind: 'pageHost', host: `a.example.${'a'.repeat(60)}.evil.example` }),
      ],
      [
        'The service with this name has another host in your settings: sim.example.',
        'The host looks like that of “Wing”, https://sim.example, but it is another one.',
        'The host looks like that of your base URL, https://sim.example, but it is another one.',
        'The host has letters that look like others. It is displayed as sіm.example.',
        'The connection to this host is not encrypted.',
        'The service with this name is protected in your settings, and would not be any more.',
        `Pages of this service would open at another host: …${'a'.repeat(47)}.evil.example.`,
      ],
    ));
});
