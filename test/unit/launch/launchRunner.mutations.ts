import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/launch/launchRunner.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'the resolved outcome is the one that was asked about, also when the launch is resumed at once',
      remove: 'if (resolution !== undefined) assertUnresolved(record, resolution);',
    },
    {
      name: 'no launch of files begins in a folder that is not trusted',
      remove: "if ('files' in plan.model) this.#options.requireTrust();",
    },
    {
      name: 'no file is sent from a folder that is not trusted',
      remove: 'if (sendsFiles(record)) this.#options.requireTrust();',
    },
    {
      name: 'a launch of a study that another window runs is taken back',
      find: 'if (error instanceof LockLostError && !journal.lost.aborted)',
      replace: 'if (false)',
    },
    {
      name: 'a launch that its study has given up is not resumed',
      remove: "if (record.end === 'abandoned') throw new AlreadyResolvedError();",
      killedBy: suites('study/studyRunner'),
    },
    {
      name: 'a launch that has moved on is not given up as it was seen',
      remove: 'if (open.record.entryCount !== entryCount) throw new AlreadyResolvedError();',
      killedBy: suites('study/rowOutcomes'),
    },
    {
      name: 'a row that another study has begun while a question was open is not begun',
      remove: 'if (confirm !== undefined) await this.#admit(record, options);',
      killedBy: suites('study/strangers'),
    },
    {
      name: 'the resolved outcome is recorded before the launch is resumed',
      find: "await journal.append({ kind: 'resolved', ...this.#keptFinding(resolution.finding) });",
      replace: ';',
    },
    {
      name: 'a click on Cancel is not lost while a record is read',
      find: 'const signal = AbortSignal.any([cancel.signal, ',
      replace: 'const signal = AbortSignal.any([',
    },
    {
      name: 'a launch waits for the user while a question about it is open',
      remove: 'this.#running.update(launch, { isAsking: true });',
    },
    {
      name: 'a launch waits for the user no longer than that',
      remove: 'this.#running.update(launch, { isAsking: false });',
    },
    {
      name: 'an answer for a launch that goes on already says so',
      remove: 'if (options.resolution !== undefined) throw new AlreadyResolvedError();',
    },
    {
      name: 'upload URLs are those of the window that owns the launch',
      remove: 'if (await isLost(journal)) throw new LockLostError();',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/launchRemover.ts', killedBy: suites('launch/launchRunner') }, [
    {
      name: 'a launch that has moved on is not removed',
      find: 'entryCount === (counts.get(id) ?? entryCount)',
      replace: 'entryCount > 0',
    },
    {
      name: 'the oldest launches are pruned only in the state in which they were seen',
      find: 'record.entryCount === counts.get(id) && isPrunable(launchState(record));',
      replace: 'true;',
    },
    {
      name: 'the upload URLs of a removed launch are deleted, also if all files are sent',
      find: "if ('files' in removed.plan.model) withUploadUrls",
      replace: 'if (!removed.uploaded) withUploadUrls',
    },
    {
      name: 'one launch that cannot be removed does not keep the others',
      find: 'if (!(error instanceof RecordGoneError)) failures.push(error);',
      replace: 'throw error;',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/newestFirst.ts', killedBy: suites('study/studyRunner') }, [
    {
      name: 'what is dated ahead of now does not push out what is new',
      remove: 'isAhead(a) - isAhead(b) || ',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/cachedRead.ts', killedBy: suites('launch/launchRunner') }, [
    { name: 'a failed read is not cached', remove: 'if (this.#last === read) this.#last = undefined;' },
    { name: 'a read is cached for a moment only', find: '>= this.#options.freshMs', replace: '>= Infinity' },
  ]),
];
