import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/wire.ts', killedBy: suites('upload/earlyRefusal', 'client/interimResponses') },
  [
    {
      name: 'the response of a server is read when it stops reading the request',
      find: 'this.#hearOut(error, done);\n        return;',
      replace: 'done(error);\n        return;',
    },
    {
      name: 'a server that ends its side early still gets the whole request',
      find: 'this.#hasHeldEnd = this.#holdsEnd;\n      return !this.#holdsEnd && this.#push(null);',
      replace: 'return this.#push(null);',
      killedBy: suites('client/earlyAcceptance'),
    },
    { name: 'interim responses are skipped', find: 'this.#interim.pass(chunk)', replace: 'chunk' },
  ],
);
