import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/serviceConnection.ts', killedBy: suites('session/serviceConnection') },
  [
    { name: 'credentials are checked with one request', find: '{ once: true }', replace: '{}' },
    {
      name: 'credentials are redacted before they are checked',
      find: 'createTrialCredentials(secrets, service, secret)',
      replace: 'createTrialCredentials({ conceal: () => undefined }, service, secret)',
    },
  ],
);
