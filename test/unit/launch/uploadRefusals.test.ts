import assert from 'node:assert/strict';
import { StatusError } from '../../../src/client/core/errors';
import { findUploadRefusal } from '../../../src/client/core/uploadRefusal';
import { launchState } from '../../../src/launch/launchRecord';
import { describeError } from '../../../src/messages/describeError';
import { remediesFor } from '../../../src/messages/remedies';
import { closeClients, createClient } from '../../support/client';
import { FakeClock } from '../../support/fakeClock';
import { launchBench, plannedLaunch } from '../../support/launches';
import { closeServers, type Reply, serve } from '../../support/testServer';
import { closeLater, closeRecords } from './support/openRecords';

const now = 'Sun, 29 Nov 2026 19:00:00 GMT';
const inTime = 'X-Amz-Date=20261129T185500Z&X-Amz-Expires=3600&X-Amz-Signature=0f0e';
const expired = 'X-Amz-Date=20261129T175500Z&X-Amz-Expires=3600&X-Amz-Signature=0f0e';

const xml = (status: number, code: string, message = '', more = ''): Reply => ({
  status,
  headers: { 'content-type': 'application/xml', date: now },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code>${message && `<Message>${message}</Message>`}${more}</Error>`,
});
const page = (title: string): Reply => ({
  status: 403,
  headers: { 'content-type': 'text/html', date: now },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head></html>`,
});
const codeAlone = (code: string): Reply => ({ status: 403, headers: { date: now, 'x-ms-error-code': code } });
const forbidden: Reply = { status: 403, headers: { date: now } };

/** What happens to a launch of two files when the second one is refused, and after the cause is gone. */
async function launchRefused(query: string, reply: Reply) {
  let isRefused = true;
  const service = await serve(({ method, path }) => {
    if (method === 'PUT') return isRefused && path.startsWith('/f/b.inc') ? reply : { status: 200 };
    const body = path.endsWith('/models')
      ? {
          model_id: 'm1',
          files: ['a.inp', 'b.inc'].map((name) => ({ name, url: `${service.origin}/f/${name}?${query}` })),
        }
      : { project_id: 'p1', simulation_id: 's1' };
    return { status: 201, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  });
  const clock = new FakeClock(Date.parse(now));
  const client = createClient(service.origin, { clock });
  const bench = await launchBench({ client }, clock);
  const { plan } = await plannedLaunch({ baseUrl: service.origin }, { 'a.inp': '*INCLUDE', 'b.inc': '1,0' });
  const record = closeLater(await bench.journal.begin(plan));
  const error: unknown = await bench.run(record).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { end } = record.record;
  isRefused = false;
  if (end === 'failed') await bench.run(record);
  const puts = service.requests
    .filter(({ method }) => method === 'PUT')
    .map(({ path }) => path.split('?')[0]);
  const text = describeError(error).replaceAll(service.host, 'files.example');
  return {
    end,
    state: launchState(record.record),
    puts,
    text,
    buttons: remediesFor(error).map(({ label }) => label),
  };
}

const kept =
  'The files that were accepted are kept. Ask the operator of the service for the cause, then try again. If the same file is refused again, start over.';
const dead = 'The upload URL was rejected or has expired. Upload the files again as a new model.';
const notSigned =
  'What was sent is not what the upload URL was signed for. Headers that are the same for all files can be set in simulationService.uploadHeaders, with the values that the operator of the service specifies. Then try again. A new model alone does not help.';
const otherBytes =
  'The upload URL, or a header in simulationService.uploadHeaders, has a checksum that is not the one of this file. Try again, in case the file was damaged on the way. If it is refused again, ask the operator of the service for upload URLs without a checksum.';

describe('A file server that refuses a file', () => {
  afterEach(() => Promise.all([closeRecords(), closeClients(), closeServers()]));

  const ofUrl = (name: string, query: string, reply: Reply, words: string, button?: string) =>
    [name, query, reply, words, dead, true, [...(button ? [button] : []), 'Show Log']] as const;
  const ofStore = (name: string, query: string, reply: Reply, words: string, button?: string) =>
    [name, query, reply, words, kept, false, [...(button ? [button] : []), 'Show Log']] as const;
  const ofHeaders = (name: string, reply: Reply, words: string, step: string) =>
    [name, inTime, reply, words, step, false, ['Open Setting', 'Show Log']] as const;

  for (const [name, query, reply, words, step, isOver, buttons] of [
    // https://github.com/rclone/rclone/issues/6557, https://github.com/versity/versitygw/pull/503
    ofStore(
      'its store is full (Ceph)',
      inTime,
      xml(403, 'QuotaExceeded', '', '<BucketName>b</BucketName>'),
      'QuotaExceeded',
    ),
    ofStore('its store is full', 'sig=a', xml(403, 'QuotaExceeded', 'Quota exceeded.'), 'Quota exceeded.'),
    ofStore(
      'the cap of its account is reached (Backblaze)',
      inTime,
      xml(403, 'AccessDenied', 'Cap exceeded.'),
      'Cap exceeded.',
    ),
    ofStore(
      'its key for encryption is disabled',
      'sig=a',
      xml(403, 'KMS.DisabledException', 'Disabled.'),
      'Disabled.',
    ),
    ofStore(
      'its firewall refuses the network (Azure)',
      'sig=a',
      xml(403, 'AuthorizationFailure', 'No.'),
      'No.',
    ),
    // https://github.com/microsoft/AzureStorageExplorer/issues/9065
    ofStore(
      'its firewall refuses the network, and the body is lost (Azure)',
      'sig=a',
      codeAlone('AuthorizationFailure'),
      'AuthorizationFailure',
    ),
    // https://handbook.chaineapp.com/handbook/engineering/resources/aws/AWS-Cloudfront/
    ofStore('a CDN lets no file through', 'sig=a', page('ERROR'), 'ERROR', 'Check Connection'),
    ofStore(
      'a gateway wants a challenge',
      inTime,
      page('Just a moment...'),
      'Just a moment...',
      'Check Connection',
    ),
    // https://github.com/aws/aws-sdk-js/issues/948
    ofHeaders(
      'a header is not the signed one',
      xml(403, 'SignatureDoesNotMatch', 'No match.'),
      'No match.',
      notSigned,
    ),
    ofHeaders(
      'a signed header is missing (Azure)',
      xml(400, 'MissingRequiredHeader', 'No.'),
      'No.',
      notSigned,
    ),
    ofHeaders('another region was signed', xml(400, 'AuthorizationHeaderMalformed', 'No.'), 'No.', notSigned),
    // https://github.com/seaweedfs/seaweedfs/issues/10216
    ofHeaders('the URL has the checksum of nothing', xml(400, 'BadDigest', 'No.'), 'No.', otherBytes),
    ofHeaders('a checksum is malformed', xml(400, 'InvalidDigest', 'No.'), 'No.', otherBytes),
    ofHeaders('the URL has another hash', xml(400, 'XAmzContentSHA256Mismatch', 'No.'), 'No.', otherBytes),
    ofUrl(
      'the URL has expired',
      expired,
      xml(403, 'AccessDenied', 'Request has expired.'),
      'Request has expired.',
    ),
    ofUrl(
      'the URL has expired, with a page',
      expired,
      page('403 Forbidden'),
      '403 Forbidden',
      'Check Connection',
    ),
    ofUrl('a token in the URL has expired', inTime, xml(400, 'ExpiredToken', 'No.'), 'No.'),
    ofUrl('the time of the URL is unknown', 'sig=a', xml(403, 'AccessDenied', 'No.'), 'No.'),
    ofUrl('nothing says why', 'sig=a', forbidden, ''),
    ofUrl(
      'its signature is refused, and the body is lost (Azure)',
      'sig=a',
      codeAlone('AuthenticationFailed'),
      'AuthenticationFailed',
    ),
  ] as const) {
    it(`${isOver ? 'ends' : 'keeps'} the model: ${name}`, async () => {
      const found = await launchRefused(query, reply);
      const said = words === '' ? '.' : /[.!?]$/.test(words) ? `: “${words}”` : `: “${words}”.`;
      assert.deepEqual(found, {
        end: isOver ? 'abandoned' : 'failed',
        state: isOver ? 'failed' : 'launched',
        // An accepted file is not sent again.
        puts: ['/f/a.inp', '/f/b.inc', ...(isOver ? [] : ['/f/b.inc'])],
        text: `“b.inc” could not be uploaded. files.example responded with status ${reply.status}${said} ${step}`,
        buttons,
      });
    });
  }

  it('may say when it accepts files again', () => {
    const at = { operation: 'uploadFile', host: 'files.example', status: 403 } as const;
    assert.deepEqual(
      [{}, { retryAfter: 60_000 }].map((details) => findUploadRefusal(new StatusError(at, details))),
      ['url', 'store'],
    );
  });
});
