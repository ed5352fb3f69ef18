import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/requestTimeouts.ts', killedBy: test('faults/matrix', 'row (4|11|12),') },
  [
    {
      name: 'what is answered stands, whatever becomes of the rest of the file',
      find: 'if (!this.hasAnswer) reject',
      replace: 'reject',
      killedBy: suites('client/http', 'client/uploadFile', 'client/answers', 'upload/uploadFiles'),
    },
    {
      name: 'a wait for a connection ends',
      find: "this.startTimer('connectTimeout', limits.connect);",
      replace: '',
    },
    {
      name: 'a wait for an answer ends',
      find: "else if (this.hasGivenAll) this.startTimer('timeout', this.limits.answer);",
      replace: '',
    },
    {
      name: 'a wait for an answer to a file ends',
      find: 'this.hasGivenAll = true;\n    this.progressed();\n  };',
      replace: '};',
    },
    {
      name: 'a wait for a server that takes no bytes ends',
      find: "if (this.wire.isWaiting) this.startTimer('stalled', this.limits.stall);\n    else ",
      replace: '',
    },
    {
      name: 'a server that takes bytes slowly is not given up',
      find: 'this.stopLooking = wire.watchQueue(this.limits.stall / looksPerStall);',
      replace: '',
      killedBy: suites('client/slowServers'),
    },
    {
      name: 'somebody who cancels waits no longer',
      find: "outer.addEventListener('abort', this.abort);",
      replace: '',
      killedBy: suites('client/http', 'client/uploadFile'),
    },
  ],
);
