/** A part of a source, and the text that stood in its place while the engine had a fault. */
export interface Change {
  /** Relative to the root of the project, with `/`. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A past fault of the engine. */
export interface PutBack {
  /** Behaviour of the engine with this fault. */
  readonly name: string;
  readonly changes: readonly Change[];
}

const one = (name: string, file: string, find: string, replace: string): PutBack => ({
  name,
  changes: [{ file, find, replace }],
});

const outcomes = 'src/launch/outcome.ts';
const locks = 'src/journal/recordLock.ts';
const lockFile = 'src/journal/lockFile.ts';
const runner = 'src/launch/launchRunner.ts';

const money: readonly PutBack[] = [
  one(
    'the message of a refusal decides that a model is finalised',
    'src/launch/runLaunch.ts',
    'this.#options.client.finaliseModel(modelId, { ...options, ...about }),',
    `this.#options.client.finaliseModel(modelId, { ...options, ...about }).catch((error) => {
        const says = /\\b(already|is|was|been)\\b[^.]*\\bfinali[sz]ed\\b/i.test(error.serverMessage ?? '');
        if (!this.#record.finaliseLost || !says || ![409, 412, 422].includes(error.status)) throw error;
      }),`,
  ),
  one(
    'an unknown 5xx status counts as not done',
    outcomes,
    'return otherRefusals.has(status);',
    'return otherRefusals.has(status) || (status >= 500 && ![500, 502, 503, 504].includes(status));',
  ),
  one(
    'a window that has lost its launch continues',
    locks,
    "if (owner === 'gone' || owner?.token !== this.#token) this.#lose();",
    '',
  ),
  one(
    'the age of a lock is measured by the clock of this host',
    lockFile,
    'const silenceMs = nowMs - sight.heardMs;',
    'const silenceMs = Date.now() - sight.heardMs;',
  ),
  one(
    'a process that is invisible from here counts as gone at once',
    lockFile,
    '!isAlive(owner.pid) ? shortOwnerTimeoutMs : ownerTimeoutMs',
    '!isAlive(owner.pid) ? -1 : ownerTimeoutMs',
  ),
  {
    name: 'a failure on this side counts as not done',
    changes: [
      {
        file: outcomes,
        find: 'const isUnsent = provesNotDone(error) || (!sent && !showsThatSent(error));',
        replace:
          'const isUnsent = provesNotDone(error) || !(showsThatSent(error) || error instanceof RequestAbandonedError);',
      },
      {
        file: 'src/client/http/httpLog.ts',
        find: '} catch {\n      // There is nowhere to report it.\n    }',
        replace: '} finally {}',
      },
    ],
  },
  one(
    'a redirection counts as not done',
    outcomes,
    'return otherRefusals.has(status);',
    'return otherRefusals.has(status) || (status >= 300 && status < 400);',
  ),
  one(
    'one more simulation is offered while the outcome of one is unknown',
    'src/launch/launchActions.ts',
    'record.modelId !== undefined && !isWorkedOn && !isUnknown,',
    'record.modelId !== undefined && !isWorkedOn,',
  ),
  one(
    'upload URLs are assigned by order whatever stands beside them',
    'src/client/response/decodeUploadUrls.ts',
    'return others.every((other) => isSame(other, first)) ? first : [];',
    'return requested.files.map(({ name }) => name);',
  ),
  one(
    'secrets are removed from successful responses',
    'src/client/requestSender.ts',
    `await yieldIfLarge(received.response.body.length);
        return received;`,
    `const secret = Object.values(credentials)[0] ?? '\\0';
    const text = received.response.body.toString('latin1').replaceAll(secret, '[secret]');
    return { ...received, response: { ...received.response, body: Buffer.from(text, 'latin1') } };`,
  ),
];

const losses: readonly PutBack[] = [
  {
    name: 'a keyring that fails counts as empty, which abandons the model',
    changes: [
      {
        file: 'src/platform/uploadUrlStorage.ts',
        find: 'throw new KeyringError();',
        replace: 'return undefined;',
      },
      {
        file: outcomes,
        find: "return reason === 'expired' ? 'abandoned' : 'failed';",
        replace: "return 'abandoned';",
      },
    ],
  },
  one(
    'the clock of this host decides that upload URLs have expired',
    'src/launch/uploadUrlLifetime.ts',
    'const time = estimateServiceTime(times);',
    'const time = times.made === undefined ? Date.now() : estimateServiceTime(times);',
  ),
  one(
    'a number of seconds to live counts as a date',
    'src/client/url/urlExpiry.ts',
    'expiry !== undefined && expiry > madeAtMs',
    'expiry !== undefined',
  ),
  one(
    'a torn last line makes the record unreadable',
    'src/journal/recordLines.ts',
    '|| this.#length < this.#copyEnd)',
    '|| this.#length < this.#seen)',
  ),
  {
    name: 'records of newer versions are quarantined',
    changes: [
      {
        file: 'src/launch/journalFormat.ts',
        find: "if (version > journalSchemaVersion || version > schemaOf(first)) throw new RecordUnreadableError('newer');",
        replace: "if (version > journalSchemaVersion) throw new DamagedRecordError('foreign');",
      },
      {
        file: 'src/journal/recordLog.ts',
        find: 'else if (code !== undefined) unreadable.push({ id, code });',
        replace: `else if (code !== undefined) unreadable.push({ id, code });
        if (code === 'damaged') await rename(this.folder.fileOf(id, 0), path.join(this.folder.path, \`\${id}.damaged\`));`,
      },
    ],
  },
  one(
    'a record that cannot be read is not shown',
    'src/journal/recordLog.ts',
    'else if (code !== undefined) unreadable.push({ id, code });',
    '',
  ),
  {
    name: 'a file of which only the change time moved abandons the model',
    changes: [
      {
        file: 'src/upload/fileIdentity.ts',
        find: 'return findFileChange({ ...before, ctimeNs: after.ctimeNs, inode: after.inode }, after);',
        replace: 'return findFileChange(before, after);',
      },
    ],
  },
];

const windows: readonly PutBack[] = [
  {
    name: 'an answer settles a launch whatever has happened to it',
    changes: [
      {
        file: runner,
        find: 'if (record.entryCount !== asked || !isUnknown(record)) throw new AlreadySettledError();',
        replace: '',
      },
      {
        file: 'src/launch/launchRecord.ts',
        find: 'if (!isUnknown(before)) return unchanged;',
        replace: '',
      },
      {
        file: 'src/launch/launchRecord.ts',
        find: 'default:\n      return unchanged;',
        replace: 'default:\n      return next;',
      },
    ],
  },
  one(
    'an answer settles a later question',
    runner,
    'if (record.entryCount !== asked || !isUnknown(record))',
    'if (!isUnknown(record))',
  ),
  one(
    'an existing project is called new',
    'src/launch/newProjects.ts',
    'if (before === undefined) return { certain: [], possible: named };',
    '',
  ),
  one(
    'Cancel is lost while a launch is resumed',
    runner,
    'const running: Running = { cancel, record: journal.record, files: journal.files };',
    'cancel = new AbortController();\n    const running: Running = { cancel, record: journal.record, files: journal.files };',
  ),
  one(
    'old launches are pruned by an outdated list',
    'src/launch/launchRemover.ts',
    'record.entryCount === counts.get(id) && isPrunable(launchState(record, false));',
    'true;',
  ),
];

/** Ordered by their cost: money and wrong models, lost uploads, lost control. */
export const putBacks: readonly PutBack[] = [...money, ...losses, ...windows];
