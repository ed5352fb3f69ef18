import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/knownSecrets.ts', killedBy: suites('secrets/knownSecrets') },
  [
    {
      name: 'a secret from before the redactor was loaded is redacted',
      find: 'this.#waiting.forEach(follower);',
      replace: '',
    },
    {
      name: 'a secret that becomes known later is redacted',
      find: 'else this.#follower(secret);',
      replace: '',
    },
  ],
);
