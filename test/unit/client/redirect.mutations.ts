import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/operations.ts', killedBy: suites('client/redirect') },
  [
    {
      name: 'a redirect is no success',
      find: 'const service = { accepted: [200, 201],',
      replace: 'const service = { accepted: [200, 201, 301, 302, 303, 307, 308],',
    },
    {
      name: 'a redirect of a file is no success',
      find: 'accepted: [200, 201, 204],',
      replace: 'accepted: [200, 201, 204, 301, 302, 303, 307, 308],',
    },
    {
      name: 'only one status means that a model is finalised',
      remove: 'accepted: [200],',
      killedBy: test('faults/matrix', 'row 18,'),
    },
    {
      name: 'a response has a maximum size',
      find: 'accepted: [200, 201], maxBodyBytes: mebibyte }',
      replace: 'accepted: [200, 201], maxBodyBytes: 1024 * mebibyte }',
      killedBy: test('client/bombs', 'of 40 million spaces'),
    },
  ],
);
