import {
  connecting,
  continues,
  drips,
  endlessNews,
  type Fault,
  formatResponse,
  loses,
  nowhere,
  refusesTunnel,
  silent,
  stopsReading,
} from './faults';
import { type Row, row } from './row';
import { maybeDone, notDone, refused, succeeding, unclear, without } from './verdicts';

const untrusted: Fault = {
  name: 'an untrusted certificate',
  scheme: 'untrusted',
  shows: () => ({ kind: 'network', code: 'certificate' }),
  act: () => Promise.reject(new Error('the certificate was accepted')),
};

const resetAtFirstByte: Fault = {
  name: 'a reset at the first byte',
  shows: () => ({ kind: 'network', code: 'reset' }),
  async act(visit) {
    await visit.waitForData();
    visit.reset();
  },
};

const handshakeReset: Fault = { ...resetAtFirstByte, name: 'a TLS handshake that is reset', scheme: 'tls' };

const handshakeSilent: Fault = {
  name: 'a TLS handshake without a response',
  scheme: 'tls',
  ...connecting,
  async act(visit) {
    await visit.waitForData();
    await visit.clock.runOut();
  },
};

const noSuchHost = nowhere('no such host', () => 'http://nowhere.invalid', 'dns');
const refusedConnection = nowhere('refused', ({ refusing }) => refusing, 'refused');
/** No connection can be established to a multicast address, whatever the network of this machine is. */
const unreachable = nowhere('unreachable', () => 'http://224.0.0.1', 'unreachable');

/** No byte of the request leaves. */
export const beforeSending: readonly Row[] = [
  row(1, noSuchHost, notDone),
  row(2, refusedConnection, notDone),
  row(3, unreachable, notDone),
  row(4, { name: 'connecting without end', act: { at: ({ crowded }) => crowded }, ...connecting }, notDone),
  row(5, untrusted, refused),
  row(6, handshakeReset, notDone),
  row(6, handshakeSilent, notDone),
  row(7, refusesTunnel(403, 'proxy'), refused),
  row(7, refusesTunnel(407, 'proxyAuthentication'), refused),
  row(8, refusesTunnel(502, 'proxyGateway'), notDone),
  row(8, refusesTunnel(503, 'proxyGateway'), notDone),
  row(8, refusesTunnel(504, 'proxyGateway'), notDone),
];

const resetAfter = (name: string, bytes: (size: number) => number): Fault => ({
  ...resetAtFirstByte,
  name: `a reset after ${name}`,
  async act(visit) {
    await visit.read(bytes);
    visit.reset();
  },
});

const resetAfterHeader = resetAfter('the header', () => 0);
const resetInBody = resetAfter('half of the body', (size) => size / 2);
const resetAtLastByte = resetAfter('all but the last byte', (size) => Math.max(size - 1, 0));

const write =
  (text: string): Parameters<typeof loses>[2] =>
  (visit) => {
    visit.write(text);
    visit.end();
  };

const ends = loses('a close without a response', 'reset', (visit) => visit.end());
const resets = loses('a reset without a response', 'reset', (visit) => visit.reset());
const halfStatus = loses('half a status line', 'reset', write('HTTP/1.1 20'));
const oneByte = loses('one byte of a status line', 'reset', write('H'));
const halfHeader = loses('half a header', 'reset', write('HTTP/1.1 201 Created\r\ncontent-le'));

const cutBody = loses('half a body', 'reset', (visit, { status, body }) => {
  const length = String(body.length + 10);
  visit.write(formatResponse(status, { 'content-type': 'application/json', 'content-length': length }));
  visit.write(body.subarray(0, body.length / 2));
  visit.end();
});

const noBody = loses('a missing body', 'reset', (visit, { status }) => {
  visit.write(formatResponse(status, { 'content-length': '100' }));
  visit.end();
});

const onlyNews = loses('a status of 199 and nothing more', 'reset', write('HTTP/1.1 199 Soon\r\n\r\n'));

const notHttp = loses('another protocol', 'protocol', write('SSH-2.0-OpenSSH_9.2\r\n'));
const twoLengths = loses('two lengths', 'protocol', (visit, { status }) => {
  visit.write(`HTTP/1.1 ${status} Fine\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`);
  visit.end();
});
const badChunk = loses('a bad chunk', 'protocol', (visit, { status }) => {
  visit.write(`HTTP/1.1 ${status} Fine\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n`);
  visit.end();
});
const hugeHeader = loses('a header over 16 KiB', 'protocol', (visit, { status }) => {
  visit.write(formatResponse(status, { 'x-padding': 'x'.repeat(20 * 1024) }));
  visit.end();
});

const silentToEmpty: Fault = { ...silent, name: 'no response to an empty file', fileSize: 0 };

const unclearOnce = { ...unclear, uploadFile: 'repeat once, then fail' } as const;
/** The status of the response is there, which is all that an upload and a finalisation need. */
const hidden = { ...maybeDone, uploadFile: 'succeed', finaliseModel: 'succeed' } as const;

/** The request, or a part of it, has left. If the operation can take effect, it does. */
export const afterSending: readonly Row[] = [
  row(9, resetAtFirstByte, maybeDone),
  row(9, ends, maybeDone),
  row(9, resets, maybeDone),
  row(10, resetAfterHeader, without(maybeDone, 'listProjects')),
  row(10, resetInBody, without(maybeDone, 'listProjects')),
  row(10, resetAtLastByte, without(maybeDone, 'listProjects')),
  row(11, silent, maybeDone),
  row(11, silentToEmpty, { uploadFile: 'repeat, then fail' }),
  row(12, stopsReading, without(maybeDone, 'listProjects')),
  row(13, oneByte, maybeDone),
  row(13, halfStatus, maybeDone),
  row(13, halfHeader, maybeDone),
  row(14, noBody, hidden),
  row(14, cutBody, hidden),
  row(15, notHttp, unclearOnce),
  row(15, twoLengths, unclearOnce),
  row(15, badChunk, unclearOnce),
  row(15, hugeHeader, unclearOnce),
  row(16, endlessNews(100), maybeDone),
  row(16, endlessNews(102), maybeDone),
  row(16, onlyNews, maybeDone),
  row(16, continues, succeeding),
  row(17, drips, hidden),
];
