import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/httpLog.ts', killedBy: suites('client/serviceClient', 'client/uploadFile') },
  [
    { name: 'the log has no path of a file server', find: "operation === 'uploadFile'", replace: 'false' },
    {
      name: 'the log has no upload URL',
      find: 'return ` (${sanitizeText(about, 200)})`;',
      replace: 'return target.path;',
      killedBy: suites('faults/canary'),
    },
    {
      name: 'the log has no text of a library',
      find: 'instanceof ServiceError',
      replace: 'instanceof Error',
    },
  ],
);
