import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/patientSender.ts', killedBy: suites('faults/thisSide', 'launch/unsureRequests') },
  [
    {
      name: 'a response is waited for after a click on Cancel',
      find: 'if (!this.#sent || journal.lost.aborted) {',
      replace: 'if (true) {',
    },
    {
      name: 'a request that has not left is broken off at once',
      find: 'if (!this.#sent || journal.lost.aborted) {',
      replace: 'if (journal.lost.aborted) {',
    },
    {
      name: 'a request whose response was not waited for may have been carried out',
      find: 'return isCancelled && (this.#sent || this.#lost) ? new RequestAbandonedError() : error;',
      replace: 'return error;',
    },
    { name: 'only the owner of a launch sends', find: 'await journal.requireOwnership();', replace: '' },
    {
      name: 'a look before a window was stopped does not count',
      find: 'while (clock.now() - begun > freshMs)',
      replace: 'while (false)',
      killedBy: suites('launch/unsureRequests'),
    },
    { name: 'what is sent counts as sent', find: '    this.#sent = true;', replace: '' },
    {
      name: 'an earlier try counts as sent',
      find: 'this.#lost ||= this.#sent;',
      replace: '',
      killedBy: test('launch/unsureRequests', 'to finalise'),
    },
    {
      name: 'a request that was refused for want of a sign-in was not carried out',
      find: 'this.#sent = false;\n          if (signal.aborted) giveUp();',
      replace: '',
      killedBy: test('launch/unsureRequests', 'createProject: was refused'),
    },
  ],
);
