import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/launch/launchRunner.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'what is settled is what was asked, also when the launch goes on at once',
      find: 'if (settlement !== undefined) requireUnsettled(journal.record, settlement);',
      replace: '',
      killedBy: suites('launch/confirmedResume'),
    },
    {
      name: 'what is settled is noted before the launch goes on',
      find: 'if (settlement !== undefined) await this.#noteSettlement(journal, settlement);',
      replace: '',
      killedBy: suites('launch/confirmedResume'),
    },
    {
      name: 'a click on Cancel is not lost while a record is read',
      find: 'const signal = AbortSignal.any([cancel.signal, ',
      replace: 'const signal = AbortSignal.any([',
    },
    {
      name: 'a launch that has moved on is not removed',
      find: 'entryCount === (counts.get(id) ?? entryCount)',
      replace: 'entryCount > 0',
    },
    {
      name: 'the oldest are forgotten only as they were seen',
      find: 'record.entryCount === counts.get(id) && isPrunable(launchState(record, false));',
      replace: 'true;',
    },
    {
      name: 'one launch that cannot be removed does not keep the others',
      find: 'if (!(error instanceof RecordGoneError)) failures.push(error);',
      replace: 'throw error;',
    },
    {
      name: 'links are those of the window that has the launch',
      find: 'if (await isLost(journal)) throw new LockLostError();',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/recentLook.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'a look that failed is not kept',
      find: 'if (this.#last === look) this.#last = undefined;',
      replace: '',
    },
    { name: 'a look is good for a moment only', find: '>= this.options.freshMs', replace: '>= Infinity' },
  ]),
  ...mutationsOf({ in: 'src/launch/launchSummary.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'a summary is that of its record as it is',
      find: 'if (kept?.bytes !== bytes || kept.mtimeNs !== mtimeNs) return undefined;',
      replace: 'if (kept === undefined) return undefined;',
    },
  ]),
];
