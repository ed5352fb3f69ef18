import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { toSlashes } from '../../../src/files/paths';
import { findIdenticalModel, identifiesContent } from '../../../src/launch/findIdenticalModel';
import type { LaunchWithFiles } from '../../../src/launch/launchExport';
import type { LaunchRecord } from '../../../src/launch/launchRecord';
import { FileThread } from '../../../src/upload/fileThread';
import { planUpload } from '../../../src/upload/planUpload';
import { type PlannedFile } from '../../../src/upload/uploadPlan';
import { needs } from '../../support/capabilities';
import { sha256 } from '../../support/hashes';
import { type FileTree, removeTempTrees, tempTree } from '../../support/tempTree';
import { foldLaunch, foldWithFiles } from './support/foldedLaunch';

const deck = { 'main.inp': '*INCLUDE', 'mesh/nodes.inc': '1, 0, 0', 'empty.inc': '' };

async function planned(root: string): Promise<readonly PlannedFile[]> {
  return (await planUpload([{ root, items: [root], exclude: [] }])).files;
}

/** A finalised launch of the files in their current state, planned after they had not changed for a while. */
function createFinalisedLaunch(files: readonly PlannedFile[]): LaunchWithFiles {
  const accepted = Object.fromEntries(files.map((file) => [file.name, sha256(readFileSync(file.path))]));
  const launch = foldWithFiles({}, [], files, accepted);
  const finalised = { modelId: 'm-1', uploaded: true, finalised: true };
  return another(launch, { ...finalised, plannedAt: Date.now() + 60_000 });
}

/** The same launch with files in another state or place. */
function withFiles(
  { record, files }: LaunchWithFiles,
  change: (file: PlannedFile) => PlannedFile,
): LaunchWithFiles {
  return { record, files: { ...files, planned: files.planned.map(change) } };
}

/** Another launch of the same files. */
function another(
  { record, files }: LaunchWithFiles,
  changes: Partial<LaunchRecord>,
  accepted = files.accepted,
): LaunchWithFiles {
  const plan = { ...record.plan, launch: randomUUID() };
  return { record: { ...record, plan, ...changes }, files: { ...files, accepted } };
}

function older(file: PlannedFile): PlannedFile {
  return { ...file, mtimeNs: '1', ctimeNs: '1' };
}

async function find(
  files: readonly PlannedFile[],
  candidates: readonly LaunchWithFiles[],
  signal = new AbortController().signal,
): Promise<LaunchWithFiles | undefined> {
  const byId = new Map(candidates.map((launch) => [launch.record.plan.launch, launch]));
  const readFiles = (id: string) => Promise.resolve(byId.get(id)!.files);
  const records = candidates.map(({ record }) => record);
  const found = await findIdenticalModel(files, records, { readFiles, signal });
  return byId.get(found?.plan.launch ?? '');
}

type CallArguments = ['open', string] | ['hashWhole', string, number] | ['skim', number, number];

describe('Finding an identical model', () => {
  let root: string;
  let files: readonly PlannedFile[];
  let opened: string[];
  /** Called before each read of an opened file. */
  let onRead: (name: string) => void;
  /** Maps a path to the path of the file that replaces it. */
  let swapped: Map<string, string>;

  const nameOf = (file: string) => toSlashes(path.relative(root, file));

  async function plant(tree: FileTree) {
    root = await tempTree(tree);
    files = await planned(root);
  }

  beforeEach(async () => {
    await plant(deck);
    opened = [];
    onRead = () => {};
    swapped = new Map();
    const call = Reflect.get(FileThread.prototype, 'call') as (
      this: FileThread,
      ...args: CallArguments
    ) => Promise<unknown>;
    mock.method(FileThread.prototype, 'call', async function (this: FileThread, ...args: CallArguments) {
      const [operation, file, ...rest] = args;
      if (operation === 'skim') onRead('');
      if (operation !== 'open' && operation !== 'hashWhole') return await call.apply(this, args);
      opened.push(nameOf(file));
      if (operation === 'hashWhole') onRead(nameOf(file));
      return await call.apply(this, [operation, swapped.get(file) ?? file, ...rest] as CallArguments);
    });
  });

  afterEach(async () => {
    mock.restoreAll();
    await removeTempTrees();
  });

  const states: Record<string, readonly [of: (launch: LaunchWithFiles) => LaunchWithFiles, read: string[]]> =
    {
      'no file that is in the uploaded state': [(launch) => launch, []],
      'files in another state, small ones first, and no others': [
        (launch) => withFiles(launch, (file) => (file.name === 'main.inp' ? file : older(file))),
        ['empty.inc', 'mesh/nodes.inc'],
      ],
      'files that were written shortly before the upload, because they may have been written again': [
        (launch) => another(launch, { plannedAt: Date.now() }),
        ['empty.inc', 'mesh/nodes.inc', 'main.inp'],
      ],
    };
  for (const [what, [of, read]] of Object.entries(states))
    it(`reads ${what}`, async () => {
      const launch = of(createFinalisedLaunch(files));
      assert.equal(await find(files, [launch]), launch);
      assert.deepEqual(opened, read);
    });

  it('trusts no state from the two seconds before the launch, to which some file systems round', () => {
    const [file] = files;
    const second = 1_000_000_000n;
    const at = (mtime: bigint, ctime: bigint) =>
      identifiesContent(
        { ...file!, mtimeNs: String(mtime * second), ctimeNs: String(ctime * second) },
        10_000,
      );
    assert.deepEqual(
      [at(8n, 8n), at(9n, 8n), at(8n, 9n), at(10n, 10n), at(11n, 8n)],
      [true, false, false, false, false],
    );
  });

  for (const field of ['path', 'mtimeNs', 'ctimeNs', 'inode'] as const) {
    it(`does not trust a recorded hash when the ${field} differs`, async () => {
      const record = createFinalisedLaunch(files);
      const accepted = new Map([...record.files.accepted.keys()].map((name) => [name, 'f'.repeat(64)]));
      const candidate = withFiles(another(record, {}, accepted), (file) => ({ ...file, [field]: '1' }));
      assert.equal(await find(files, [candidate]), undefined);
      assert.deepEqual(opened, ['empty.inc']);
    });
  }

  it('finds nothing after an edit that keeps the size and the modification time', async () => {
    const file = path.join(root, 'main.inp');
    utimesSync(file, 1, 1);
    const before = await planned(root);
    const record = createFinalisedLaunch(before);
    writeFileSync(file, '*INCLUDF');
    utimesSync(file, 1, 1);
    const now = await planned(root);
    const visible = (all: readonly PlannedFile[]) => all.map(({ size, mtimeNs }) => [size, mtimeNs]);
    assert.deepEqual(visible(now), visible(before));
    assert.equal(await find(now, [record]), undefined);
  });

  it('reads nothing when names or sizes differ', async () => {
    const others = await Promise.all(
      [
        { ...deck, 'more.inc': '' },
        { 'main.inp': deck['main.inp'] },
        { ...deck, 'main.inp': '*INCLUDE ' },
        { 'Main.inp': deck['main.inp'], 'mesh/nodes.inc': '1, 0, 0', 'empty.inc': '' },
      ].map(async (tree) => createFinalisedLaunch(await planned(await tempTree(tree)))),
    );
    opened = [];
    assert.equal(await find(files, others), undefined);
    assert.deepEqual(opened, []);
  });

  it('uses only finalised models with known files, and reads nothing for others', async () => {
    const record = withFiles(createFinalisedLaunch(files), older);
    const { modelId, ...withoutModel } = record.record;
    assert.equal(modelId, 'm-1');
    const plan = { launch: 'existing', model: { id: 'm-1', name: 'deck' } };
    const existing = { ...record, record: foldLaunch(plan, []) };
    const candidates = [
      another(record, { finalised: false }),
      { ...record, record: withoutModel },
      another(record, {}, new Map([...record.files.accepted].slice(1))),
      existing,
    ];
    assert.equal(await find(files, candidates), undefined);
    assert.equal(await find([], [createFinalisedLaunch([]), existing]), undefined);
    assert.deepEqual(opened, []);
  });

  it('prefers the newest, and reads each file only once', async () => {
    const record = withFiles(createFinalisedLaunch(files), older);
    const other = new Map([...record.files.accepted, ['main.inp', 'f'.repeat(64)]]);
    const candidates = [
      another(record, { plannedAt: 1 }),
      another(record, { plannedAt: 4 }, other),
      another(record, { plannedAt: 3 }),
      another(record, { plannedAt: 2 }),
    ];
    assert.equal(await find(files, candidates), candidates[2]);
    assert.deepEqual(opened, ['empty.inc', 'mesh/nodes.inc', 'main.inp']);
  });

  it('prefers what is new to what a wrong clock has dated ahead of now', async () => {
    const record = withFiles(createFinalisedLaunch(files), older);
    const hourMs = 3_600_000;
    const at = (ms: number) => another(record, { plannedAt: Date.now() + ms });
    const [old, ahead, soon, recent] = [-9 * hourMs, 30_000 * hourMs, 23 * hourMs, -hourMs].map(at);
    const found = [];
    for (const candidates of [[old, ahead, recent], [old, ahead, soon, recent], [ahead]])
      found.push(await find(files, candidates as LaunchWithFiles[]));
    assert.deepEqual(found, [recent, soon, ahead]);
  });

  it('uses hashes that one launch recorded to compare with another', async () => {
    const record = createFinalisedLaunch(files);
    const accepted = new Map([...record.files.accepted, ['empty.inc', 'f'.repeat(64)]]);
    const partly = withFiles(record, (file) => (file.name === 'empty.inc' ? older(file) : file));
    const seen = another(partly, {}, accepted);
    const candidate = another(withFiles(record, older), { plannedAt: 9 });
    assert.equal(await find(files, [seen, candidate]), candidate);
    assert.deepEqual(opened, ['empty.inc']);
  });

  it('hashes a file of many chunks', async () => {
    await plant({ 'large.bin': Buffer.alloc(3 * 256 * 1024 + 17, 'simulation') });
    const record = withFiles(createFinalisedLaunch(files), older);
    assert.equal(await find(files, [record]), record);
  });

  it('finds nothing when a file is missing, not a regular file or changed since the plan', async () => {
    const read = withFiles(createFinalisedLaunch(files), older);
    const trusted = createFinalisedLaunch(files);
    const file = path.join(root, 'main.inp');
    const changes = [
      () => promises.rm(file),
      () => promises.mkdir(file),
      () => promises.rmdir(file).then(() => promises.writeFile(file, deck['main.inp'])),
    ];
    for (const change of changes) {
      await change();
      const found = await Promise.all([read, trusted].map((launch) => find(files, [launch])));
      assert.deepEqual(found, [undefined, undefined]);
    }
  });

  it('finds nothing when a file changes while it is read', async () => {
    const candidate = withFiles(createFinalisedLaunch(files), older);
    onRead = (name) => {
      if (name === 'main.inp') utimesSync(path.join(root, name), 1, 1);
    };
    assert.equal(await find(files, [candidate]), undefined);
  });

  it('does not use the hash of a file that is swapped in meanwhile', async () => {
    const record = withFiles(createFinalisedLaunch(files), older);
    const other = path.join(await tempTree({ 'other.inp': '*INCLUDF' }), 'other.inp');
    const accepted = new Map([...record.files.accepted, ['main.inp', sha256(readFileSync(other))]]);
    swapped.set(path.join(root, 'main.inp'), other);
    assert.equal(await find(files, [another(record, {}, accepted)]), undefined);
    assert.equal(opened.at(-1), 'main.inp');
  });

  it('stops with the reason of its signal, before it reads and between two steps', async () => {
    await plant({ 'large.bin': Buffer.alloc(3 * 1024 * 1024) });
    const candidate = withFiles(createFinalisedLaunch(files), older);
    const reason = new Error('cancelled by the user');
    opened = [];
    await assert.rejects(find(files, [candidate], AbortSignal.abort(reason)), (error) => error === reason);
    assert.deepEqual(opened, []);
    const cancelled = new AbortController();
    let reads = 0;
    onRead = () => {
      if (++reads === 2) cancelled.abort(reason);
    };
    await assert.rejects(find(files, [candidate], cancelled.signal), (error) => error === reason);
    assert.equal(reads, 2);
  });

  needs('imageMounts').it('notices a change within a second on file systems with whole seconds', async () => {
    const folder = await mountWholeSeconds();
    try {
      const file = path.join(folder, 'main.inp');
      for (;;) {
        writeFileSync(file, 'LOAD 1000');
        const before = await planned(folder);
        const record = another(createFinalisedLaunch(before), { plannedAt: Date.now() });
        writeFileSync(file, 'LOAD 9999');
        const now = await planned(folder);
        const isSameState = isDeepStrictEqual(now, before);
        assert.equal(await find(now, [record]), undefined);
        // Otherwise a new second began in between, and the case was not tested.
        if (isSameState) break;
      }
    } finally {
      execFileSync('umount', [path.dirname(folder)]);
    }
  });
});

/** A folder on a file system without fractions of a second. */
async function mountWholeSeconds(): Promise<string> {
  const parent = await tempTree({ image: Buffer.alloc(4 * 1024 * 1024), 'mounted/x': '' });
  const image = path.join(parent, 'image');
  const mounted = path.join(parent, 'mounted');
  execFileSync('mkfs.ext2', ['-q', '-I', '128', image], { stdio: 'ignore' });
  execFileSync('mount', ['-o', 'loop', image, mounted], { stdio: 'ignore' });
  const folder = path.join(mounted, 'deck');
  await promises.mkdir(folder);
  return folder;
}
