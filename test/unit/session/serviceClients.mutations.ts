import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/serviceClients.ts', killedBy: suites('session/serviceConnection') },
  [
    { name: 'credentials are checked with one request', find: '{ once: true }', replace: '{}' },
    {
      name: 'credentials are redacted before they are checked',
      find: 'createTrialCredentials(this.#options.secrets, service, secret)',
      replace: 'createTrialCredentials({ conceal: () => undefined }, service, secret)',
    },
  ],
);
