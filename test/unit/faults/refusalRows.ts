import type { Fault } from './faults';
import { overfull, replies, repliesAfterApplying } from './faults';
import { answered } from './faults';
import type { Row } from './row';
import { row } from './row';
import { severalTurns } from './virtualClock';

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
    asked: seconds * 1000,
  });

const asksUntil = replies(429, {
  name: 'with a date in Retry-After',
  headers: { date: 'Sat, 21 Nov 2026 10:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 10:01:30 GMT' },
  asked: 90_000,
});

/** An answer before the body is read. The rest of it is not, and the connection ends when the answer was seen. */
const early = (status: number): Fault => ({
  ...replies(status),
  name: `${status} while the body is being sent, then a reset`,
  fileSize: overfull,
  async act(visit) {
    await visit.read((size) => Math.min(size, 1));
    visit.socket.pause();
    visit.write(answered(status));
    await severalTurns();
    visit.reset();
  },
});

const failing = 'F F F F F F';
const passing = 'V R A R R1 A';
const each = (statuses: readonly number[], number: number, verdicts: string): Row[] =>
  statuses.map((status) => row(number, replies(status), verdicts));

/** The service or the file server says no. Without a way to sign in, 401 is a failure like others. */
export const refusals: readonly Row[] = [
  ...[307, 308].map((status) => row(25, moved(status), failing)),
  // What is over there may be what was just made.
  ...[300, 301, 302, 303, 304, 399].map((status) => row(25, moved(status), 'V F A F A A')),
  ...each([400], 26, failing),
  row(26, storage(400, 'RequestTimeout'), '– – – R – –'),
  row(26, storage(400, 'IncompleteBody'), '– – – R – –'),
  row(26, storage(400, 'ExpiredToken'), '– – – X – –'),
  row(26, storage(400, 'BadDigest'), '– – – F – –'),
  ...each([401], 27, 'F F F X F F'),
  ...each([403], 28, 'F F F X F F'),
  row(28, storage(403, 'AccessDenied'), '– – – X – –'),
  ...each([404, 410], 29, 'F F F X X F'),
  ...each([402, 405, 407, 418, 499, 501, 505], 30, failing),
  ...each([408], 31, passing),
  row(31, repliesAfterApplying(408, { name: 'although it was done' }), passing),
  ...each([409], 32, failing),
  ...each([411], 33, failing),
  ...each([412], 34, failing),
  ...each([413], 35, failing),
  row(35, storage(413, 'EntityTooLarge'), '– – – F – –'),
  ...each([414, 415, 422, 431], 37, failing),
  ...each([421, 423, 425], 38, 'F R F R R F'),
  ...each([429], 39, 'R R R R R R'),
  row(39, asks(429, 7), 'W W W W W W'),
  row(39, asks(429, 120), 'W W W W W W'),
  row(39, asks(429, 121), failing),
  row(39, asksUntil, 'W W W W W W'),
  ...each([500, 502, 504], 40, passing),
  row(40, repliesAfterApplying(500, { name: 'although it was done' }), passing),
  row(40, repliesAfterApplying(502, { name: 'although it was done' }), passing),
  row(40, repliesAfterApplying(504, { name: 'although it was done' }), passing),
  row(41, asks(503, 7), 'V W A W W1 A'),
  row(41, asks(503, 121), 'V F A F A A'),
  ...each([503], 42, passing),
  // Also those that no list has: what is in between gives up on a server that may still be at work.
  ...each([506, 507, 508, 510, 520, 522, 524, 527, 598, 599], 43, passing),
  row(43, repliesAfterApplying(524, { name: 'although it was done' }), passing),
  ...each([600, 999], 43, 'V F A F A A'),
  ...each([511], 44, 'F R F R R F'),
  row(45, early(403), '– – F X – –'),
  row(45, early(413), '– – F F – –'),
];
