import { guardsOf, only, unit } from './guard';

/** Nothing is done twice, nothing half, and nothing that is not on record. */
export const launches = [
  ...guardsOf('src/launch/runLaunch.ts', unit('launch/runLaunch', 'launch/killPoints'), [
    [
      'a launch of unknown outcome is left alone',
      'if (isUnknown(journal.record)) throw new UnknownOutcomeError();',
      '',
    ],
    [
      'files are looked at before a model is made',
      'await this.#requireFiles();\n      const hashes',
      'const hashes',
    ],
    [
      'files are looked at before a model is finalised',
      "await this.#requireFiles();\n    await this.#append({ kind: 'uploaded' });",
      "await this.#append({ kind: 'uploaded' });",
      unit('launch/runLaunch'),
    ],
    [
      'a project is on record before it is asked for',
      "await this.#announce({ kind: 'creatingProject' });",
      '',
    ],
    [
      'a model is on record before it is asked for',
      "await this.#announce({ kind: 'creatingModel', hashes });",
      '',
    ],
    ['finalising is on record before it is asked for', "await this.#announce({ kind: 'finalising' });", ''],
    [
      'a simulation is on record before it is asked for',
      "await this.#announce({ kind: 'creatingSimulation' });",
      '',
    ],
    ['a project is not created twice', 'if (project !== undefined || plan.project', 'if (plan.project'],
    ['a model is not created twice', 'if (modelId !== undefined) return;', ''],
    [
      'a simulation is not created twice',
      '!plan.simulate || simulation !== undefined || !finalised',
      '!plan.simulate || !finalised',
    ],
    [
      'only a finalised model is simulated',
      '|| simulation !== undefined || !finalised',
      '|| simulation !== undefined',
    ],
    [
      'files that were accepted are not sent again',
      '!accepted.has(file.name));\n    // Before',
      'true);\n    // Before',
    ],
    [
      'lost links are missed before anything is sent',
      "if (links === undefined) throw new LinksGoneError('lost', files.length);",
      '',
      unit('launch/runLaunch', 'launch/uploadUrls'),
    ],
    [
      'a keyring that never answers does not hold a launch',
      'return await this.#within(unlockingMs, this.options.links.get(launch));',
      'return await unlessAborted(this.options.links.get(launch), this.#signal);',
    ],
    [
      'links that have expired are not used',
      'requireLiving(files, links, this.#linkTimes);',
      '',
      unit('launch/unsureRequests'),
    ],
    [
      'a repeated finalise is on record as repeated',
      "if (this.#sender.lost) await this.#append({ kind: 'finalising' });",
      '',
      unit('launch/unsureRequests'),
    ],
    [
      'another window that takes over stops all that is sent',
      'AbortSignal.any([options.signal, options.journal.lost]);',
      'options.signal;',
      only('faults/thisSide', 'row 54,'),
    ],
    [
      'a keyring that fails has lost no links',
      'throw new KeyringError();',
      'return undefined;',
      unit('launch/runLaunch'),
    ],
  ]),
  ...guardsOf('src/launch/patientSender.ts', unit('faults/thisSide', 'launch/unsureRequests'), [
    [
      'a response is waited for after a click on Cancel',
      'if (!this.#sent || journal.lost.aborted) {',
      'if (true) {',
    ],
    [
      'a request that has not left is broken off at once',
      'if (!this.#sent || journal.lost.aborted) {',
      'if (journal.lost.aborted) {',
    ],
    [
      'a request whose response was not waited for may have been carried out',
      'return isCancelled && (this.#sent || this.#lost) ? new BrokenOffError() : error;',
      'return error;',
    ],
    ['only the owner of a launch sends', 'await journal.requireOwnership();', ''],
    [
      'a look before a window was stopped does not count',
      'while (clock.now() - begun > freshMs)',
      'while (false)',
      unit('launch/unsureRequests'),
    ],
    ['what is sent counts as sent', '    this.#sent = true;', ''],
    [
      'an earlier try counts as sent',
      'this.#lost ||= this.#sent;',
      '',
      only('launch/unsureRequests', 'to finalise'),
    ],
    [
      'a request that was refused for want of a sign-in was not carried out',
      'this.#sent = false;\n          if (signal.aborted) giveUp();',
      '',
      only('launch/unsureRequests', 'createProject: was refused'),
    ],
  ]),
  ...guardsOf('src/launch/launchRecord.ts', unit('launch/runLaunch', 'launch/killPoints'), [
    [
      'a create that was announced may have happened',
      ' || (record.end === undefined && createSteps.includes(record.open))',
      '',
    ],
    [
      'an answer settles only what is asked',
      'if (!isUnknown(before)) return unchanged;',
      '',
      unit('launch/launchRecord'),
    ],
    ['a note of an unknown outcome counts', "return record.end === 'unknown' || ", 'return '],
  ]),
  ...guardsOf('src/launch/outcome.ts', unit('launch/runLaunch', 'faults/repeated', 'faults/canary'), [
    [
      'a model whose links the keyring does not have is not given up',
      "return reason === 'expired' ? 'abandoned' : 'failed';",
      "return 'abandoned';",
    ],
    [
      'a create without an answer may have happened',
      "if (error instanceof NetworkError) return error.sent === 'no';",
      'if (error instanceof NetworkError) return true;',
    ],
    [
      'a create that failed at the service may have happened',
      'return otherRefusals.has(status);',
      'return otherRefusals.has(status) || status >= 500;',
      unit('launch/runLaunch', 'launch/outcome'),
    ],
    [
      'a file that is there already is not taken for sent',
      "error.tries > 1 ? 'unknown' : 'failed'",
      "'failed'",
    ],
    [
      'a refusal of what may be done already leaves it open',
      "if (lost && (error.status === 409 || error.status === 412)) return 'unknown';",
      '',
    ],
    [
      'what fails on this side may have been sent',
      "return isUnsent && !lost ? 'failed' : 'unknown';",
      "return 'failed';",
      unit('launch/outcome', 'launch/unsureRequests'),
    ],
    [
      'a model that is there is not made again',
      "if (uselessModelOf(step, error) !== undefined) return 'abandoned';",
      '',
      unit('launch/outcome'),
    ],
    [
      'time that a server may need is no refusal',
      'return status !== 408;',
      'return true;',
      unit('launch/outcome'),
    ],
  ]),
  ...guardsOf('src/launch/journal.ts', unit('launch/journal', 'launch/journalDamage', 'launch/fencing'), [
    [
      'a record that looks damaged while it is written is looked at again',
      'find().catch((error: unknown) => againIfDamaged(error, find))',
      'find()',
    ],
    [
      'a record that has lost its content is shown',
      "if (await this.#hasLostItsContent(id)) return { code: 'damaged' };",
      '',
    ],
    [
      'a record that was removed does not look as if it had lost its content',
      'await writing(() => rm(this.#headFileOf(launch), { force: true, recursive: true }));',
      '',
    ],
    [
      'a sound record is not moved out of the way',
      "if (found === undefined || 'launch' in found || found.code !== 'damaged')\n        throw new AlreadySettledError();",
      '',
    ],
    [
      'what an earlier owner had made ready does not come into place',
      'await writing(() => this.#clear(launch));',
      '',
    ],
    [
      'removing asks by the record under the lock',
      'if (!mayRemove(record)) return undefined;',
      '',
      unit('launch/launchRunner'),
    ],
    [
      'removing looks at the lock once more',
      'if (lock !== undefined) await lock.requireOwnership();\n      else if',
      'if (lock === undefined) if',
    ],
    [
      'a record is emptied, so that the file of another window is not hit',
      'await writing(() => handle.truncate(0));',
      'await rm(file);',
    ],
  ]),
  ...guardsOf('src/launch/recordFile.ts', unit('launch/journal', 'launch/journalDamage', 'launch/fencing'), [
    [
      'what is no file is no record',
      "if (!(await reading(() => stat(file))).isFile()) throw new RecordUnreadableError('notRegular');",
      '',
    ],
    [
      'a record has a largest size',
      "if (state.bytes > maxRecordBytes) throw new DamagedRecordError('tooLarge');",
      '',
    ],
    [
      'a record is in the file of its launch',
      "if (first.launch !== launch) throw new DamagedRecordError('foreign');",
      '',
    ],
    [
      'a record that cannot be begun leaves nothing behind',
      'await rm(made, { force: true }).catch(() => undefined);',
      '',
      only('launch/journalLimits', 'cannot grow'),
    ],
    ['whoever has lost the lock puts nothing into place', 'await lock.requireOwnership();', ''],
  ]),
  ...guardsOf('src/launch/launchRunner.ts', unit('launch/launchRunner'), [
    [
      'what is settled is what was asked, also when the launch goes on at once',
      'if (settlement !== undefined) requireUnsettled(journal.record, settlement);',
      '',
      unit('launch/confirmedResume'),
    ],
    [
      'what is settled is noted before the launch goes on',
      'if (settlement !== undefined) await this.#noteSettlement(journal, settlement);',
      '',
      unit('launch/confirmedResume'),
    ],
    [
      'a click on Cancel is not lost while a record is read',
      'const signal = AbortSignal.any([cancel.signal, ',
      'const signal = AbortSignal.any([',
    ],
    [
      'a launch that has moved on is not removed',
      'entryCount === (counts.get(id) ?? entryCount)',
      'entryCount > 0',
    ],
    [
      'the oldest are forgotten only as they were seen',
      'record.entryCount === counts.get(id) && isPrunable(launchState(record, false));',
      'true;',
    ],
    [
      'one launch that cannot be removed does not keep the others',
      'if (!(error instanceof RecordGoneError)) failures.push(error);',
      'throw error;',
    ],
    [
      'links are those of the window that has the launch',
      'if (await isLost(journal)) throw new LockLostError();',
      '',
    ],
  ]),
  ...guardsOf('src/launch/recentLook.ts', unit('launch/launchRunner'), [
    ['a look that failed is not kept', 'if (this.#last === look) this.#last = undefined;', ''],
    ['a look is good for a moment only', '>= this.options.freshMs', '>= Infinity'],
  ]),
  ...guardsOf('src/launch/launchSummary.ts', unit('launch/launchRunner'), [
    [
      'a summary is that of its record as it is',
      'if (kept?.bytes !== bytes || kept.mtimeNs !== mtimeNs) return undefined;',
      'if (kept === undefined) return undefined;',
    ],
  ]),
  ...guardsOf('src/launch/openRecord.ts', unit('launch/journal', 'launch/fencing'), [
    [
      'a line that does not fit leaves nothing behind',
      'await this.#truncate(this.#length).catch(() => undefined);',
      '',
      only('launch/journalLimits', 'cannot grow'),
    ],
    [
      'a record that is not in its place announces nothing',
      'if (isAnnouncing(entry)) await this.#requireFile();',
      '',
    ],
    ['a step waits until its note is on disk', 'await turn;', ''],
    ['nothing is noted by a window that has lost its lock', 'await this.#requireTurn(entry);', ''],
    [
      'what was announced before a silence is announced anew',
      'while (this.#announced !== undefined && this.#announced.silences !== lock.silences) {',
      'while (this.#announced === null) {',
    ],
    ['nothing is announced while ownership cannot be told', ' && !isAnnouncing(entry)', ''],
  ]),
  ...guardsOf('src/launch/journalLine.ts', unit('launch/journal', 'launch/journalDamage'), [
    [
      'a line that was changed is not read',
      "if (checksum(json) !== line.toString('latin1', 0, checksumLength)) return undefined;",
      '',
    ],
    [
      'damage before a good line is not taken for a tear',
      "if (this.#isTorn) throw new DamagedRecordError('checksum');",
      '',
    ],
    [
      'a changed announcement is not taken for a tear',
      "if (mayHaveBeenFlushed(line)) throw new DamagedRecordError('checksum');",
      '',
    ],
    [
      'a record of a newer version is left alone',
      "if (version > schema || version > schemaOf(first)) throw new RecordUnreadableError('newer');",
      '',
    ],
    [
      'lines that are gone are missed',
      "if (place !== undefined && place !== this.#entries.length + 1) throw new DamagedRecordError('incomplete');",
      '',
    ],
    ['a kind of plan has no version but its own', ' || version > schemaOf(first)', ''],
    [
      'a record of no version is not read',
      "if (typeof version !== 'number' || version < 1) throw new DamagedRecordError('foreign');",
      '',
    ],
    [
      'a record begins with a plan',
      "if (!isPlan(decoded.value)) throw new DamagedRecordError('foreign');",
      '',
    ],
    [
      'a record has only entries that are known',
      "if (!Object.hasOwn(kinds, kind)) throw new RecordUnreadableError('newer');",
      '',
    ],
  ]),
  ...guardsOf('src/launch/launchLock.ts', unit('launch/launchLock', 'launch/journal'), [
    [
      'a window that stood still while it looked looks again',
      'if (Math.abs(Date.now() - begunMs) < shortPatienceMs / 2) return;',
      'return;',
      unit('launch/fencing'),
    ],
    ['a lock has one owner', "await open(file, 'wx').catch", "await open(file, 'w').catch"],
    [
      'a lock that another window has made is not removed',
      "if (found.state === 'held' || found.state === 'free') return;",
      '',
    ],
    [
      'a lock that turns out to be of another window is given back',
      'await link(aside, file).catch(() => undefined);',
      'await Promise.resolve();',
    ],
    ['a lock whose owner has woken up is given back', '&& moved.heardMs === seen.heardMs;', ';'],
    [
      'whoever stood still removes no lock of another window',
      'await guard.renew().catch(() => {',
      'await Promise.resolve().catch(() => {',
    ],
    [
      'only its owner releases a lock',
      "if (owner === 'gone' || owner === 'unknown' || owner?.token !== this.token) return;",
      '',
    ],
    [
      'a lock of a dead window does not last',
      "return { state: silenceMs > 0 ? 'stale' : 'ahead', sight };",
      "return { state: 'held' };",
    ],
    [
      'a lock of a time to come is watched before it is taken',
      "(state === 'ahead' && (await isKeptUp(file)))",
      'false',
    ],
    [
      'what is no file does not lock a launch',
      "if (!(await lstat(file)).isFile()) return { state: 'foreign' };",
      '',
    ],
    [
      'what is no file is not deleted',
      'await rename(file, `${file}.${randomUUID()}.foreign`);',
      'await rm(file, { recursive: true });',
    ],
    [
      'a lock is as old as the file system says',
      'nowMs = await fileSystemTime(file);',
      'nowMs = Date.now();',
    ],
    [
      'a fresh sign of life counts more than a process that is not found',
      'const shortPatienceMs = 8_000;',
      'const shortPatienceMs = 0;',
    ],
    ['a window sees by its next sign of life that it lost a lock', 'this.#compare(parseOwner(text));', ''],
    [
      'a lock that cannot be read is not a lock that is lost',
      'readOwner(this.file).catch((error: unknown) => {\n      throw new JournalError(systemErrorCode(error));',
      "readOwner(this.file).catch((error: unknown) => {\n      return systemErrorCode(error) === '' ? undefined : 'gone' as const;",
    ],
  ]),
  ...guardsOf('src/launch/launchActions.ts', unit('launch/launchActions'), [
    [
      'a launch of unknown outcome is not begun again',
      'again: hasFiles && !isWorkedOn && !isUnknown',
      'again: hasFiles && !isWorkedOn',
    ],
    [
      'nothing more is simulated while an outcome is unknown',
      'undefined && !isWorkedOn && !isUnknown',
      'undefined && !isWorkedOn',
    ],
  ]),
];
