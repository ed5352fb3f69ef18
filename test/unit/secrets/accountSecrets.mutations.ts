import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  {
    in: 'src/secrets/accountSecrets.ts',
    killedBy: suites('secrets/accountSecrets', 'secrets/secretsAtTheWire'),
  },
  [
    {
      name: 'a secret belongs to one scheme, host and port of an address',
      find: 'return { scheme, origin: new URL(url).origin };',
      replace: 'return { scheme, origin: new URL(url).hostname };',
    },
    {
      name: 'a password is no token',
      find: 'return prefixes[scheme] + origin;',
      replace: 'return prefixes.bearer + origin + scheme.slice(99);',
    },
    { name: 'a secret is known to the redactor', find: '    this.conceal(account, secret);\n', replace: '' },
    { name: 'signing out removes the secret', find: 'this.#memory.set(key, undefined);', replace: '' },
    { name: 'another window replaces the secret', find: 'this.#memory.delete(key);', replace: '' },
  ],
);
