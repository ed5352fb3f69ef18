/** A past fault of the engine. */
export interface PutBack {
  /** Behaviour of the engine with this fault. */
  readonly name: string;
  /** Parts of sources, each of which occurs exactly once, and what stood in their places. */
  readonly changes: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
}

/** By the name of a fault: of each change the file, the part, and what stood in its place. */
type PastFaults = Readonly<Record<string, readonly string[]>>;

const outcomes = 'src/launch/outcome.ts';
const locks = 'src/journal/recordLock.ts';
const lockFile = 'src/journal/lockFile.ts';
const runner = 'src/launch/launchRunner.ts';

const money: PastFaults = {
  'the message of a refusal decides that a model is finalised': [
    'src/launch/runLaunch.ts',
    'this.#options.client.finaliseModel(modelId, { ...options, ...about }),',
    `this.#options.client.finaliseModel(modelId, { ...options, ...about }).catch((error) => {
        const says = /\\b(already|is|was|been)\\b[^.]*\\bfinali[sz]ed\\b/i.test(error.serverMessage ?? '');
        if (!this.#record.finaliseLost || !says || ![409, 412, 422].includes(error.status)) throw error;
      }),`,
  ],
  'an unknown 5xx status counts as not done': [
    outcomes,
    'return otherRefusals.has(status);',
    'return otherRefusals.has(status) || (status >= 500 && ![500, 502, 503, 504].includes(status));',
  ],
  'a window that has lost its launch continues': [
    locks,
    "if (owner === 'gone' || owner?.token !== this.#token) this.#lose();",
    '',
  ],
  'the age of a lock is measured by the clock of this host': [
    lockFile,
    'const silenceMs = nowMs - snapshot.lastHeartbeatMs;',
    'const silenceMs = Date.now() - snapshot.lastHeartbeatMs;',
  ],
  'a process that is invisible from here counts as gone at once': [
    lockFile,
    '!isAlive(owner.pid) ? shortOwnerTimeoutMs : ownerTimeoutMs',
    '!isAlive(owner.pid) ? -1 : ownerTimeoutMs',
  ],
  'a failure on this side counts as not done': [
    outcomes,
    'const isUnsent = provesNotDone(error) || (!sent && !showsThatSent(error));',
    'const isUnsent = provesNotDone(error) || !(showsThatSent(error) || error instanceof RequestAbandonedError);',
    'src/client/http/httpLog.ts',
    '} catch {\n      // There is nowhere to report it.\n    }',
    '} finally {}',
  ],
  'a redirection counts as not done': [
    outcomes,
    'return otherRefusals.has(status);',
    'return otherRefusals.has(status) || (status >= 300 && status < 400);',
  ],
  'one more simulation is offered while the outcome of one is unknown': [
    'src/launch/launchActions.ts',
    'record.modelId !== undefined && !isWorkedOn && !isUnknown,',
    'record.modelId !== undefined && !isWorkedOn,',
  ],
  'secrets are removed from successful responses': [
    'src/client/requestSender.ts',
    `return await this.#exchange(request, () => findSecretsInHeaders(credentials), {
          lack: this.#credentials.findLack(credentials),
        });`,
    `const received = await this.#exchange(request, () => findSecretsInHeaders(credentials), {});
    const secret = Object.values(credentials)[0] ?? '\\0';
    const text = received.response.body.toString('latin1').replaceAll(secret, '[secret]');
    return { ...received, response: { ...received.response, body: Buffer.from(text, 'latin1') } };`,
  ],
  'the upload URL of a file is logged': [
    'src/client/http/httpLog.ts',
    'return ` (${sanitizeText(about, 200)})`;',
    'return ` ${target.path} (${sanitizeText(about, 200)})`;',
  ],
};

const losses: PastFaults = {
  'the clock of this host decides that upload URLs have expired': [
    'src/launch/launchUploadUrls.ts',
    'const time = this.#estimateServiceTime();',
    'const time = this.#options.clock.now();',
  ],
  'a number of seconds to live counts as a date': [
    'src/client/url/urlExpiry.ts',
    'expiries.find((expiry) => expiry > madeAtMs)',
    'expiries.find((expiry) => !Number.isNaN(expiry))',
  ],
  'a torn last line makes the record unreadable': [
    'src/journal/recordLines.ts',
    '|| this.#length < this.#copyEnd)',
    '|| this.#length < this.#readBytes)',
  ],
  'records of newer versions are quarantined': [
    'src/launch/journalFormat.ts',
    "if (schema > launchSchema) throw new RecordUnreadableError('newer');",
    "if (schema > launchSchema) throw new DamagedRecordError('foreign');",
    'src/journal/recordLog.ts',
    "import path from 'node:path';",
    "import { rename } from 'node:fs/promises';\nimport path from 'node:path';",
    'src/journal/recordLog.ts',
    'else if (code !== undefined) unreadable.push({ id, code });',
    `else if (code !== undefined) unreadable.push({ id, code });
        if (code === 'damaged') await rename(this.folder.fileOf(id, 0), path.join(this.folder.path, \`\${id}.damaged\`));`,
  ],
  'a record that cannot be read is not shown': [
    'src/journal/recordLog.ts',
    'else if (code !== undefined) unreadable.push({ id, code });',
    '',
  ],
  'a file of which only the change time moved abandons the model': [
    'src/files/fileIdentity.ts',
    'return findFileChange({ ...before, ctimeNs: after.ctimeNs, inode: after.inode }, after);',
    'return findFileChange(before, after);',
  ],
};

const windows: PastFaults = {
  'an answer resolves a launch whatever has happened to it': [
    runner,
    'if (!isSame || !isUnknown(record)) throw new AlreadyResolvedError();',
    '',
    'src/launch/launchRecord.ts',
    'if (!isUnknown(before)) return unchanged;',
    '',
    'src/launch/launchRecord.ts',
    'default:\n      return unchanged;',
    'default:\n      return next;',
  ],
  'an answer resolves a later question': [
    runner,
    'if (!isSame || !isUnknown(record))',
    'if (!isUnknown(record))',
  ],
  'an existing project is called new': [
    'src/launch/newProjects.ts',
    'if (existingProjects === undefined) return { certain: [], possible: named };',
    '',
  ],
  'Cancel is lost while a launch is resumed': [
    runner,
    'this.#running.set(launch, { cancel, record: journal.record, files: journal.files });',
    'cancel = new AbortController();\n    this.#running.set(launch, { cancel, record: journal.record, files: journal.files });',
  ],
  'old launches are pruned by an outdated list': [
    'src/launch/launchRemover.ts',
    'record.entryCount === counts.get(id) && isPrunable(launchState(record));',
    'true;',
  ],
};

const studyRunner = 'src/study/studyRunner.ts';
const studyState = 'src/study/studyState.ts';
const sameRows = 'src/study/sameRows.ts';

const studies: PastFaults = {
  'a row whose launch is damaged waits': [
    studyState,
    'for (const launch of [...launches, ...unreadable]) {',
    'for (const launch of launches) {',
  ],
  'a row whose launch is missing waits': [
    studyState,
    "const isMissing = state.state === 'waiting' && wasPassed && word === undefined;",
    'const isMissing = wasPassed && false;',
  ],
  'rows with equal files have one model': [
    'src/study/studyFiles.ts',
    ': withoutHash(file)));',
    ': [file.name, file.size, file.sha256]));',
  ],
  'rows have one model whatever creates and finalises it': [
    'src/study/prepareStudy.ts',
    'key: JSON.stringify([set.digest, made, bodies]),',
    'key: JSON.stringify([set.digest, made]),',
  ],
  'rows have one model whatever their templates become': [
    'src/study/prepareStudy.ts',
    'key: JSON.stringify([set.digest, made, bodies]),',
    'key: JSON.stringify([set.digest, bodies]),',
  ],
  'an announcement is not flushed before its request is sent': [
    'src/journal/recordFile.ts',
    'if (isFlushed) await this.#handle.datasync();',
    '',
  ],
  'an error of the system is thrown when the files of a study cannot be written': [
    studyRunner,
    'const real = await wrapWriteError(async () => {',
    'const real = await (async (write: () => Promise<string>) => await write())(async () => {',
  ],
  'an error of the system is thrown when a record cannot be closed': [
    'src/journal/recordFile.ts',
    'await this.#handle.close().catch(() => undefined);',
    'await this.#handle.close();',
  ],
  'files are left behind by a window that dies while it freezes a study': [
    'src/study/studyJournal.ts',
    'await this.#log.removal.cleanUp(id, async () => await this.removeFiles(id)).catch(() => undefined);',
    '',
  ],
  'a removal that was begun is never finished': [studyRunner, 'await this.#finishRemovals(studies);', ''],
  'the launch of a row is removed alone': [
    'src/launch/launchRemover.ts',
    'if (await this.#options.rows?.keeps(id)) throw new RowOfStudyError();',
    '',
  ],
  'unknown rows count as not started when a table is used again': [
    studyState,
    "return ['started', 'unknown', 'running',",
    "return ['started', 'running',",
  ],
  'rows that a running study has yet to start count as not started': [
    sameRows,
    "return isBegun(state) || state === 'waiting';",
    'return isBegun(state);',
  ],
  'a study that goes on never looks at what others have started': [
    studyRunner,
    'const since = same.filter((one) => isBegun(one.state) && !isShown(study.shownRows, one));',
    'const since = same.slice(0, 0);',
  ],
  'lines are left out instead of rows': [
    'src/study/prepareStudy.ts',
    'const left = excluded.get(contentHash) ?? 0;',
    'const left = [...(this.#draft.excluded?.values() ?? [])].reduce((sum, one) => sum + one, 0) - index;',
  ],
  'a late yes is not compared with what was started meanwhile': [
    studyRunner,
    'if (now.some((one) => !isShown(shown, one))) throw new RowsChangedError();',
    '',
  ],
  'a row goes out with a body that nobody has seen': [
    'src/launch/agreedBodies.ts',
    'return before !== undefined && !hasFingerprint(describeBody(operation, mapping), before);',
    'return before === operation && !hasFingerprint(describeBody(operation, mapping), before);',
  ],
};

/** Ordered by their cost: money and wrong models, lost uploads, lost control. */
export const putBacks = Object.entries({ ...money, ...losses, ...windows, ...studies }).map(
  ([name, texts]): PutBack => ({
    name,
    changes: texts.flatMap((file, index) =>
      index % 3 === 0 ? [{ file, find: texts[index + 1]!, replace: texts[index + 2]! }] : [],
    ),
  }),
);
