import { createServer } from 'node:tls';
import type { Operation } from '../../../../src/client/core/types';
import { operations } from '../../../../src/client/operations';
import type { Problem } from '../../../../src/launch/journalEntry';
import { severalTurns } from '../../../support/fakeClock';
import { selfSigned } from '../../../support/selfSigned';
import { type Fault, formatResponse, loses, network, overfullBytes, pass, replies } from './faults';
import { type Row, row } from './row';
import { maybeDone, notDone, refused, succeeding, unclear, without } from './verdicts';

/** A fault that keeps the client from reaching a server. */
const unreached = (name: string, act: Fault['act'], code: string): Fault => ({
  name,
  act,
  shows: network(code),
});

/** A proxy that responds with this to CONNECT. */
const refusesTunnel = (status: number, code: string): Fault => ({
  ...replies(status),
  name: `a proxy that responds with ${status}`,
  scheme: 'tunnel',
  shows: network(code),
});

/** The right response arrives, but byte by byte, one each second. */
const drips: Fault = {
  ...loses('a response sent byte by byte', 'timeout', async (visit, { status }) => {
    const body = '{'.padEnd(3600);
    visit.write(formatResponse(status, { 'content-length': '3600', 'content-type': 'application/json' }));
    await severalTurns();
    for (const byte of body) {
      if (visit.isClosed) return;
      visit.write(byte);
      visit.clock.pass(1000);
      await severalTurns();
    }
    throw new Error('the response ended before the time limit');
  }),
  limit: (operation) => operations[operation].bodyTimeoutMs,
};

const responseTimeoutOf = (operation: Operation): number => operations[operation].responseTimeoutMs;

const silent: Fault = {
  ...loses('no response', 'timeout', (visit) => visit.clock.runOut()),
  limit: responseTimeoutOf,
};

/** A response with an unsolicited interim response before it. */
const continues: Fault = {
  name: 'a 100 before the response',
  shows: () => ({}),
  async act(visit) {
    await visit.read();
    visit.write('HTTP/1.1 100 Continue\r\n\r\n');
    await pass(visit);
  },
};

/** Sends an interim response each second for an hour. */
const endlessNews = (status: number): Fault => ({
  ...loses(`endless ${status}`, 'timeout', async (visit) => {
    for (let second = 0; second < 3600 && !visit.isClosed; second++) {
      visit.write(`HTTP/1.1 ${status} Still here\r\n\r\n`);
      await severalTurns();
      visit.clock.pass(1000);
    }
    if (!visit.isClosed) throw new Error('the client waited for an hour');
  }),
  limit: responseTimeoutOf,
});

/** Reads the header and no more. The buffers of the connection take all of a small body. */
const stopsReading: Fault = {
  name: 'a server that stops reading',
  shows: (operation) => ({ kind: 'network', code: operation === 'uploadFile' ? 'stalled' : 'timeout' }),
  limit: (operation) => (operation === 'uploadFile' ? 60_000 : operations[operation].responseTimeoutMs),
  fileSize: overfullBytes,
  async act(visit) {
    await visit.read(() => 0);
    visit.socket.pause();
    await visit.clock.runOut();
  },
};

/** Waits for a connection that is never established. */
const connecting = {
  shows: (): Partial<Problem> => ({ kind: 'network', code: 'connectTimeout' }),
  limit: (): number => 15_000,
};

/** The client aborts the handshake. */
const untrusted: Fault = {
  name: 'an untrusted certificate',
  scheme: 'tls',
  shows: () => ({ kind: 'network', code: 'certificate' }),
  async act({ socket }) {
    const tls = createServer(selfSigned);
    const ended = new Promise<void>((resolve, reject) => {
      tls.on('tlsClientError', () => resolve());
      tls.on('secureConnection', (secure) => {
        secure.on('data', () => reject(new Error('a request came in spite of the certificate')));
        secure.on('error', () => undefined).on('close', () => resolve());
      });
    });
    tls.emit('connection', socket);
    await ended;
  },
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

const noSuchHost = unreached('no such host', { at: () => 'http://nowhere.invalid' }, 'dns');
const refusedConnection = unreached('refused', { at: ({ refusing }) => refusing }, 'refused');
/** No connection can be established to a multicast address, whatever the network of this machine is. */
const unreachable = unreached('unreachable', { at: () => 'http://224.0.0.1' }, 'unreachable');

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

/** The connection is closed after this part of a response, or instead of one. */
const ends = (name: string, code: string, bytesOf: (status: number) => string): Fault =>
  loses(name, code, (visit, { status }) => visit.end(bytesOf(status)));

const closes = ends('a close without a response', 'reset', () => '');
const resets = loses('a reset without a response', 'reset', (visit) => visit.reset());
const halfStatus = ends('half a status line', 'reset', () => 'HTTP/1.1 20');
const oneByte = ends('one byte of a status line', 'reset', () => 'H');
const halfHeader = ends('half a header', 'reset', () => 'HTTP/1.1 201 Created\r\ncontent-le');

const cutBody = loses('half a body', 'cut', (visit, { status, body }) => {
  const length = String(body.length + 10);
  visit.write(formatResponse(status, { 'content-type': 'application/json', 'content-length': length }));
  visit.end(body.subarray(0, body.length / 2));
});

const noBody = ends('a missing body', 'cut', (status) => formatResponse(status, { 'content-length': '100' }));

const onlyNews = ends('a status of 199 and nothing more', 'reset', () => 'HTTP/1.1 199 Soon\r\n\r\n');

const notHttp = ends('another protocol', 'protocol', () => 'SSH-2.0-OpenSSH_9.2\r\n');
const fine = (status: number, lines: string) => `HTTP/1.1 ${status} Fine\r\n${lines}`;
const twoLengths = ends('two lengths', 'protocol', (status) =>
  fine(status, 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
);
const badChunk = ends('a bad chunk', 'protocol', (status) =>
  fine(status, 'transfer-encoding: chunked\r\n\r\nxyz\r\n'),
);
const hugeHeader = ends('a header over 256 KiB', 'protocol', (status) =>
  formatResponse(status, { 'x-padding': 'x'.repeat(260 * 1024) }),
);

const silentToEmpty: Fault = { ...silent, name: 'no response to an empty file', fileSize: 0 };

const unclearOnce = { ...unclear, uploadFile: 'repeat once, then fail' } as const;
/** The status of the response is there, which is all that an upload and a finalisation need. */
const hidden = { ...maybeDone, uploadFile: 'succeed', finaliseModel: 'succeed' } as const;

/** The request, or a part of it, has left. If the operation can take effect, it does. */
export const afterSending: readonly Row[] = [
  row(9, resetAtFirstByte, maybeDone),
  row(9, closes, maybeDone),
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
