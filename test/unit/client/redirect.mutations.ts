import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/operations.ts', killedBy: suites('client/redirect') },
  [
    {
      name: 'a redirect is no success',
      find: 'const service = { accepted: [200, 201, 202, 203],',
      replace: 'const service = { accepted: [200, 201, 202, 203, 301, 302, 303, 307, 308],',
    },
    {
      name: 'a redirect of a file is no success',
      find: 'length: 100 }',
      replace: 'length: 200 }',
    },
    {
      name: 'every success means that a model is finalised',
      remove: '    accepted: anySuccess,\n    needsBody: false,\n    maxBodyBytes: 256',
      killedBy: test('faults/matrix', 'row 19,'),
    },
    {
      name: 'a response has a maximum size',
      find: 'accepted: [200, 201, 202, 203], maxBodyBytes: mebibyte }',
      replace: 'accepted: [200, 201, 202, 203], maxBodyBytes: 1024 * mebibyte }',
      killedBy: test('client/bombs', 'of 40 million spaces'),
    },
  ],
);
