import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/wire.ts', killedBy: suites('upload/earlyRefusal', 'client/interimResponses') },
  [
    {
      name: 'what a server has said is heard when it takes nothing more',
      find: 'this.hearOut(error, done);\n        return;',
      replace: 'done(error);\n        return;',
    },
    { name: 'interim responses are passed over', find: 'this.interim.pass(chunk)', replace: 'chunk' },
  ],
);
