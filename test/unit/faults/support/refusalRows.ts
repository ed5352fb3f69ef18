import { severalTurns } from '../../../support/fakeClock';
import { type Fault, formatResponse, overfullBytes, replies, repliesAfterApplying } from './faults';
import { type Row, row } from './row';
import { maybeDone, notDone, refused, refusedForNow, refusedUntil, unclear, type Verdicts } from './verdicts';

const moved = (status: number) =>
  replies(status, { headers: { location: 'http://elsewhere.invalid/x?y=1' } });

/** The error document of a storage server. */
const storage = (status: number, code: string) =>
  replies(status, {
    name: code,
    code,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>See ?a=b</Message></Error>`,
  });

const asks = (status: number, seconds: number) =>
  replies(status, {
    name: `with Retry-After: ${seconds}`,
    headers: { 'retry-after': String(seconds) },
    askedMs: seconds * 1000,
  });

const asksUntil = replies(429, {
  name: 'with a date in Retry-After',
  headers: { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT' },
  askedMs: 90_000,
});

/**
 * A response before the body is read. The rest of the body is not read, and the connection ends once the
 * client has seen the response.
 */
const early = (status: number): Fault => ({
  ...replies(status),
  name: `${status} while the body is being sent, then a reset`,
  fileSize: overfullBytes,
  async act(visit) {
    await visit.read((size) => Math.min(size, 1));
    visit.socket.pause();
    visit.write(formatResponse(status));
    await severalTurns();
    visit.reset();
  },
});

const each = (statuses: readonly number[], number: number, verdicts: Verdicts): Row[] =>
  statuses.map((status) => row(number, replies(status), verdicts));

/** The service or the file server refuses. Without a way to sign in, 401 is a failure like others. */
export const refusals: readonly Row[] = [
  ...[307, 308].map((status) => row(25, moved(status), refused)),
  // The redirect may point to the object that was just created.
  ...[300, 301, 302, 303, 304, 399].map((status) => row(25, moved(status), unclear)),
  ...each([400], 26, refused),
  row(26, storage(400, 'RequestTimeout'), { uploadFile: 'repeat, then fail' }),
  row(26, storage(400, 'IncompleteBody'), { uploadFile: 'repeat, then fail' }),
  row(26, storage(400, 'ExpiredToken'), { uploadFile: 'abandon model' }),
  row(26, storage(400, 'BadDigest'), { uploadFile: 'fail' }),
  ...each([401], 27, { ...refused, uploadFile: 'abandon model' }),
  ...each([403], 28, { ...refused, uploadFile: 'abandon model' }),
  row(28, storage(403, 'AccessDenied'), { uploadFile: 'abandon model' }),
  ...each([404, 410], 29, { ...refused, uploadFile: 'abandon model', finaliseModel: 'abandon model' }),
  ...each([402, 405, 407, 418, 501, 505], 30, refused),
  // A gateway gave up: it does not say whether the service did.
  ...each([444, 460, 499], 30, unclear),
  ...each([408], 31, maybeDone),
  row(31, repliesAfterApplying(408, { name: 'although it was done' }), maybeDone),
  // After 202 or 204 to finalise, it may say that the model is not ready: test/unit/launch/unreadyModel.test.ts.
  ...each([409], 32, refused),
  ...each([411], 33, refused),
  ...each([412], 34, refused),
  ...each([413], 35, refused),
  row(35, storage(413, 'EntityTooLarge'), { uploadFile: 'fail' }),
  ...each([414, 415, 422, 431], 37, refused),
  ...each([421, 423, 425], 38, refusedForNow),
  ...each([429], 39, notDone),
  row(39, asks(429, 7), refusedUntil),
  row(39, asks(429, 120), refusedUntil),
  row(39, asks(429, 121), { ...refused, uploadFile: 'wait as asked, then fail' }),
  row(39, asks(429, 901), refused),
  row(39, asksUntil, refusedUntil),
  ...each([500, 502, 504], 40, maybeDone),
  row(40, repliesAfterApplying(500, { name: 'although it was done' }), maybeDone),
  row(40, repliesAfterApplying(502, { name: 'although it was done' }), maybeDone),
  row(40, repliesAfterApplying(504, { name: 'although it was done' }), maybeDone),
  row(41, asks(503, 7), {
    ...maybeDone,
    listProjects: 'wait as asked, then fail',
    uploadFile: 'wait as asked, then fail',
  }),
  row(41, asks(503, 121), { ...unclear, uploadFile: 'wait as asked, then fail' }),
  row(41, asks(503, 901), unclear),
  ...each([503], 42, maybeDone),
  // Includes unassigned statuses: an intermediary gives up on a server that may still be working.
  ...each([506, 507, 508, 510, 520, 522, 524, 527, 598, 599], 43, maybeDone),
  row(43, repliesAfterApplying(524, { name: 'although it was done' }), maybeDone),
  ...each([600, 999], 43, unclear),
  ...each([511], 44, refusedForNow),
  row(45, early(403), { createModel: 'fail', uploadFile: 'abandon model' }),
  row(45, early(413), { createModel: 'fail', uploadFile: 'fail' }),
];
