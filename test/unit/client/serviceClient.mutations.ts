import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/httpLog.ts', killedBy: suites('client/serviceClient', 'client/uploadFile') },
  [
    {
      name: 'the log has no path of a file server',
      find: "if (operation === 'uploadFile') return ` (${sanitizeText(about, 200)})`;",
      replace: '',
    },
    {
      name: 'the log has no upload URL',
      find: 'return ` (${sanitizeText(about, 200)})`;',
      replace: 'return target.path;',
      killedBy: suites('faults/canary'),
    },
    {
      name: 'the log has no message of a library',
      find: 'error instanceof ServiceError ? error.message',
      replace: 'error instanceof Error ? error.message',
    },
  ],
);
