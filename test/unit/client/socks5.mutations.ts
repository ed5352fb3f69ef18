import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/socks5.ts', killedBy: suites('client/socks5', 'client/proxyFaults') },
  [
    {
      name: 'a user who is denied goes no further',
      find: "if (status !== 0) throw socksError('AUTH_FAILED');",
      replace: '',
    },
    {
      name: 'a server that a proxy refuses is not connected',
      find: 'if (reply !== 0) throw socksError(`REPLY_${reply}`);',
      replace: '',
    },
    {
      name: 'what follows the reply belongs to the server',
      find: 'Math.min(count - bytes.length, socket.readableLength)',
      replace: 'socket.readableLength',
    },
    {
      name: 'a proxy that closes ends the handshake',
      find: "throw new ProxyError({ code: 'reset' });",
      replace: 'return bytes;',
    },
  ],
);
