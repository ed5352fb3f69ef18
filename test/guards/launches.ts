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
      'await this.#requireFiles();\n      await this.#createProject();',
      'await this.#createProject();',
    ],
    [
      'files are looked at before a model is finalised',
      "await this.#requireFiles();\n    await this.#append({ kind: 'uploaded' });",
      "await this.#append({ kind: 'uploaded' });",
      unit('launch/runLaunch'),
    ],
    ['a project is on record before it is asked for', "await this.#append({ kind: 'creatingProject' });", ''],
    ['a model is on record before it is asked for', "await this.#append({ kind: 'creatingModel' });", ''],
    ['finalising is on record before it is asked for', "await this.#append({ kind: 'finalising' });", ''],
    [
      'a simulation is on record before it is asked for',
      "await this.#append({ kind: 'creatingSimulation' });",
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
      '!accepted.has(file.name));\n    await',
      'true);\n    await',
    ],
    [
      'lost links are missed before anything is sent',
      "if (links === undefined) throw new LinksGoneError('lost', files.length);",
      '',
      unit('launch/runLaunch', 'launch/uploadUrls'),
    ],
    [
      'links that have expired are not used',
      'requireLiving(files, links, this.#linkTime);',
      '',
      unit('launch/uploadUrls', 'launch/linkLife'),
    ],
    [
      'an answer is waited for after a click on Cancel',
      'throw late.signal.aborted ? new BrokenOffError() : error;',
      'throw error;',
      only('faults/thisSide', 'row 46,'),
    ],
    [
      'a conflict is done only when the service says so',
      'if (!sentBefore || !saysFinalised(error)) throw error;',
      '',
      unit('faults/repeated'),
    ],
  ]),
  ...guardsOf('src/launch/launchRecord.ts', unit('launch/runLaunch', 'launch/killPoints'), [
    [
      'a create that was announced may have happened',
      ' || (record.end === undefined && createSteps.includes(record.open))',
      '',
    ],
    ['a note of an unknown outcome counts', "return record.end === 'unknown' || ", 'return '],
  ]),
  ...guardsOf('src/launch/outcome.ts', unit('launch/runLaunch', 'faults/repeated', 'faults/canary'), [
    [
      'a create without an answer may have happened',
      "function createOutcome(step: LaunchStep, error: unknown): Outcome {\n  if (error instanceof NetworkError) return error.sent === 'no' ? 'failed' : 'unknown';",
      "function createOutcome(step: LaunchStep, error: unknown): Outcome {\n  if (error instanceof NetworkError) return 'failed';",
    ],
    [
      'a create that failed at the service may have happened',
      'const ambiguous = new Set([408, 500, 502, 503, 504]);',
      'const ambiguous = new Set<number>();',
      unit('launch/runLaunch', 'launch/properties'),
    ],
    [
      'a file that is there already is not taken for sent',
      "error.tries > 1 ? 'unknown' : 'failed'",
      "'failed'",
    ],
    ['a refusal to finalise is not taken for done', ' && !/\\bnot\\b/i.test(words)', ''],
  ]),
  ...guardsOf(
    'src/launch/journal.ts',
    unit('launch/journal', 'launch/journalDamage', 'launch/journalLimits'),
    [
      [
        'a record has a largest size',
        "if (size > largestRecord) throw new DamagedRecordError('tooLarge');",
        '',
      ],
      [
        'a record is in the file of its launch',
        "if (first.launch !== launch) throw new DamagedRecordError('foreign');",
        '',
      ],
      [
        'a line that does not fit leaves nothing behind',
        'await this.handle.truncate(this.#length).catch(() => undefined);',
        '',
      ],
      [
        'a record that is being begun is not set aside',
        ' || (await isLocked(this.#lockOf(launch)))) return undefined;',
        ') return undefined;',
      ],
      [
        'a record that cannot be begun leaves nothing behind',
        'await rm(this.#fileOf(launch), { force: true });\n        await lock',
        'await lock',
      ],
      ['a step waits until its note is on disk', 'await turn;', ''],
    ],
  ),
  ...guardsOf(
    'src/launch/journalLine.ts',
    unit('launch/journal', 'launch/journalDamage', 'launch/journalLimits'),
    [
      [
        'a line that was changed is not read',
        "if (checksum(json) !== sum) throw new DamagedRecordError('checksum');",
        '',
      ],
      [
        'a line that was cut is not read',
        "if (!text.endsWith('\\n')) throw new DamagedRecordError('incomplete');",
        '',
      ],
      [
        'a record of another version is not read',
        "if (version > schema) throw new DamagedRecordError('newer');",
        '',
      ],
      ['a record begins with a plan', "if (!isPlan(header)) throw new DamagedRecordError('foreign');", ''],
      [
        'a record has only entries that are known',
        "if (!rest.every(isEntry)) throw new DamagedRecordError('foreign');",
        '',
      ],
    ],
  ),
  ...guardsOf('src/launch/launchLock.ts', unit('launch/launchLock', 'launch/journal'), [
    ['a lock has one owner', "await open(file, 'wx')", "await open(file, 'w')"],
    [
      'a lock that another window has made is not removed',
      "if ((await stateOf(file)) === 'stale') await",
      'await',
    ],
    [
      'only its owner releases a lock',
      'if ((await readOwner(this.file))?.token === this.owner.token) await',
      'await',
    ],
    [
      'a lock of a dead window does not last',
      "if (Date.now() - found.mtimeMs > patience) return 'stale';",
      '',
    ],
  ]),
  ...guardsOf('src/launch/launchActions.ts', unit('launch/launchActions'), [
    ['a launch of unknown outcome is not begun again', " && state !== 'unknown'", ''],
  ]),
];
