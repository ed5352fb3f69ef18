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
    { name: 'a secret is known to the redactor', remove: '    this.conceal(account, secret);\n' },
    { name: 'signing out removes the secret', remove: 'this.#memory.set(key, undefined);' },
    { name: 'another window replaces the secret', remove: 'this.#memory.delete(key);' },
  ],
);
