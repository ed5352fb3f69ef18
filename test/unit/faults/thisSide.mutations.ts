import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/stepSender.ts', killedBy: suites('faults/thisSide', 'launch/unsureRequests') },
  [
    {
      name: 'the response is awaited after a click on Cancel',
      find: 'if (!this.#sent || journal.lost.aborted) {',
      replace: 'if (true) {',
    },
    {
      name: 'a request that has not left is aborted at once',
      find: 'if (!this.#sent || journal.lost.aborted) {',
      replace: 'if (journal.lost.aborted) {',
    },
    {
      name: 'an aborted request may have been carried out',
      find: 'return isCancelled && this.#sent ? new RequestAbandonedError() : error;',
      replace: 'return error;',
    },
    { name: 'only the owner of a launch sends', remove: 'await journal.requireOwnership();' },
    {
      name: 'an ownership check from before a window was suspended does not count',
      find: 'while (clock.now() - begun > freshMs)',
      replace: 'while (false)',
      killedBy: suites('launch/unsureRequests'),
    },
    { name: 'a request that is being sent counts as sent', remove: '    this.#sent = true;' },
    {
      name: 'a request that was rejected with 401 was not carried out',
      find: 'this.#sent = false;\n          this.#stopReporting();',
      replace: 'this.#stopReporting();',
      killedBy: test('launch/unsureRequests', 'createProject: was rejected'),
    },
  ],
);
