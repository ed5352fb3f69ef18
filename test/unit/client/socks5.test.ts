import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connectThroughSocks5 } from '../../../src/client/http/socks5';
import { ProxyError } from '../../../src/client/http/transportErrors';
import { failureOf, rejectionOf } from '../../support/rejections';
import { closeServers, serveRaw } from '../../support/testServer';

/** The two ends of a connection between a client and a proxy. */
interface Meeting {
  readonly socket: Socket;
  /** All that the client has written, in hex. */
  readonly written: () => string;
}

const sockets: Socket[] = [];

/** @param replies in hex; one of them follows each piece that the client writes, and the proxy closes after the last one */
async function meet(...replies: string[]): Promise<Meeting> {
  const pieces: string[] = [];
  const { port } = await serveRaw((socket) => {
    socket.on('data', (chunk: Buffer) => {
      pieces.push(chunk.toString('hex'));
      socket.write(Buffer.from(replies.shift() ?? '', 'hex'));
      if (replies.length === 0) socket.end();
    });
  });
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return { socket, written: () => pieces.join(' ') };
}

const nobody = { username: '', password: '' };
const me = { username: 'me', password: 'pässword' };
const granted = '05000001000000000000';
const server = { hostname: 'sim.test', port: 443 };
const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const serverBytes = `0308${hexOf('sim.test')}01bb`;

describe('The handshake with a SOCKS5 proxy', () => {
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await closeServers();
  });

  for (const [hostname, bytes] of [
    ['sim.test', serverBytes.slice(0, -4)],
    ['127.0.0.2', '017f000002'],
    ['::1', '04' + '00'.repeat(15) + '01'],
    ['fd00::', '04fd00' + '00'.repeat(14)],
    ['2001:db8::a:1', '0420010db8' + '00'.repeat(8) + '000a0001'],
    ['::ffff:1.2.3.4', '04' + '00'.repeat(10) + 'ffff01020304'],
    ['1:2:3:4:5:6:7:89ab', '04000100020003000400050006000789ab'],
  ] as const) {
    it(`names ${hostname}, and leaves the look-up of a name to the proxy`, async () => {
      const { socket, written } = await meet('0500', granted);
      await connectThroughSocks5(socket, nobody, { hostname, port: 8443 });
      assert.equal(written(), `050100 050100${bytes}20fb`);
    });
  }

  for (const [what, replies, login] of [
    ['says who the user is where the proxy asks', ['0502', '0100'], `01026d6509${hexOf(me.password)} `],
    ['tells a proxy that does not ask nothing of the user', ['0500'], ''],
  ] as const) {
    it(what, async () => {
      const { socket, written } = await meet(...replies, granted);
      await connectThroughSocks5(socket, me, server);
      assert.equal(written(), `05020200 ${login}050100${serverBytes}`);
    });
  }

  for (const [name, address] of [
    ['an IPv4 address', '0102030405'],
    ['an IPv6 address', '04' + 'ab'.repeat(16)],
    ['a name', '03046e616d65'],
    ['an empty name', '0300'],
  ] as const) {
    it(`takes ${name} from the proxy, and no byte of what follows`, async () => {
      const { socket } = await meet('0500', `050000${address}0050` + 'cafe');
      await connectThroughSocks5(socket, nobody, server);
      assert.equal((socket.read() as Buffer).toString('hex'), 'cafe');
      assert.equal(
        ['readable', 'end', 'close', 'error'].reduce((sum, event) => sum + socket.listenerCount(event), 0),
        // Node's own, for the end.
        1,
      );
    });
  }

  for (const [name, replies, code] of [
    ['another version', ['0400'], 'VERSION'],
    ['no method', ['05ff'], 'AUTH_REJECTED'],
    ['a method that was not offered', ['0501'], 'AUTH_METHOD'],
    ['another version of the login', ['0502', '0500'], 'AUTH_VERSION'],
    ['a user who is denied', ['0502', '0101'], 'AUTH_FAILED'],
    ['another version in the end', ['0500', '04000001'], 'REPLY_VERSION'],
    ['a refusal without an address', ['0500', '05050001'], 'REPLY_5'],
    ['an unknown refusal', ['0500', '05ee0001'], 'REPLY_238'],
    ['an address of an unknown kind', ['0500', '05000002'], 'ADDR_TYPE'],
  ] as const) {
    it(`fails after ${name}`, async () => {
      const { socket } = await meet(...replies);
      const error = await rejectionOf(connectThroughSocks5(socket, me, server));
      assert.equal((error as { code?: unknown }).code, `UND_ERR_SOCKS5_${code}`);
      assert.ok(!JSON.stringify([String(error), error]).includes(me.password));
    });
  }

  it('asks for nothing in the name of a user who does not fit', async () => {
    const { socket, written } = await meet('0502');
    const login = { ...me, password: 'x'.repeat(256) };
    const { code } = await failureOf(connectThroughSocks5(socket, login, server));
    assert.deepEqual([code, written()], ['UND_ERR_INVALID_ARG', '05020200']);
  });

  it('takes replies that come byte by byte', async () => {
    const { socket } = await meet('0502', '0100', granted);
    const whole = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) =>
      chunk === null ? whole(null) : [...chunk].every((byte) => whole(Buffer.of(byte)));
    await connectThroughSocks5(socket, me, server);
  });

  for (const last of ['', '05', '05000001', granted.slice(0, -2)]) {
    it(`fails with a proxy that closes after the bytes ${last}`, async () => {
      const { socket } = await meet('0500', last);
      const error = await rejectionOf(connectThroughSocks5(socket, nobody, server));
      assert.deepEqual(error instanceof ProxyError && error.fault, { code: 'reset' });
    });
  }

  it('fails with the reason for which its socket is closed', async () => {
    const { socket } = await meet('0500', '');
    const failed = rejectionOf(connectThroughSocks5(socket, nobody, server));
    const reason = new Error('enough');
    socket.destroy(reason);
    assert.equal(await failed, reason);
  });
});
