import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/clock';
import { Journal } from '../../../src/launch/journal';
import { decodeLines } from '../../../src/launch/journalLine';
import { launchState } from '../../../src/launch/launchRecord';
import { launchBench, plannedLaunch } from '../../support/launches';
import { startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';
import { onlyLaunch, resume, startLaunch } from './killedLaunch';

const deck = { 'a.inp': 'a', 'b.inc': 'bb', 'c.inc': 'ccc', 'd.inc': 'dddd', 'e.inc': '' };

/** What the shell counts the limit of a file in; bytes. */
const block = 512;

async function fullDisk() {
  const { emulator } = await startService();
  const { plan } = await plannedLaunch(emulator, deck);
  const folder = path.join(await tempTree(), 'launches');
  const sent = () => emulator.requests.map(({ operation }) => operation);
  return { emulator, folder, plan, sent, order: { baseUrl: emulator.baseUrl, folder, launch: plan } };
}

const refused = { error: { name: 'JournalError', code: 'EFBIG' } };

describe('a journal that cannot grow', () => {
  afterEach(stopServices);

  it('lets no launch begin, and keeps nothing of it', async () => {
    const { folder, order, sent } = await fullDisk();
    assert.deepEqual(await startLaunch(order, 2).end, refused);
    assert.deepEqual([sent(), readdirSync(folder)], [[], []]);
  });

  it('stops a launch before a request that it cannot note, and leaves no part of a line', async () => {
    const { emulator, folder, order, plan, sent } = await fullDisk();
    const limit = Math.ceil((await planSize(plan)) / block) + 1;
    assert.deepEqual(await startLaunch(order, limit).end, refused);

    const [name] = readdirSync(folder).filter((file) => file.endsWith('.launch'));
    const entries = decodeLines(readFileSync(path.join(folder, name!), 'utf8'));
    const kinds: readonly string[] = entries.map(({ kind }) => kind);
    const announcedBy = {
      createProject: 'creatingProject',
      createModel: 'creatingModel',
      uploadFile: 'uploading',
    };
    for (const [operation, kind] of Object.entries(announcedBy)) {
      assert.equal(kinds.includes(kind), sent().includes(operation as 'uploadFile'), operation);
    }
    assert.equal(sent().includes('finaliseModel'), false);

    const found = await onlyLaunch(new Journal(folder, systemClock));
    const { record } = await resume({ ...order, launch: found.plan.launch }, emulator);
    assert.equal(launchState(record, false), 'launched');
    assert.equal(emulator.simulations.length, 1);
  });
});

/** Bytes of a record that has only begun. */
async function planSize(plan: Parameters<Journal['begin']>[0]): Promise<number> {
  const folder = await tempTree();
  const record = await new Journal(folder, systemClock).begin(plan);
  await record.close();
  return statSync(path.join(folder, `${record.record.plan.launch}.launch`)).size;
}

describe('what a launch leaves on disk and in the log', () => {
  afterEach(stopServices);

  const quotes: Record<string, (url: string) => { readonly type: string; readonly body: string }> = {
    'plain words': (url) => ({ type: 'text/plain', body: `No access to ${url} today` }),
    JSON: (url) => ({ type: 'application/json', body: JSON.stringify({ message: `refused: ${url}` }) }),
    XML: (url) => ({
      type: 'application/xml',
      body: `<Error><Code>AccessDenied</Code><Message>${url}</Message></Error>`,
    }),
  };

  for (const [form, quote] of Object.entries(quotes)) {
    it(`holds no part of a signed URL, even when the file server quotes it in ${form}`, async () => {
      const service = await startService();
      const bench = await launchBench(service);
      const { plan } = await plannedLaunch(service.emulator, deck);
      const record = await bench.journal.begin(plan);
      const urls: string[] = [];
      service.emulator.setIntercept(({ operation, fileName }) => {
        if (operation !== 'uploadFile') return undefined;
        const links = bench.links.kept.get(record.record.plan.launch)!;
        urls.push(...links.values());
        if (fileName !== 'c.inc') return undefined;
        const { type, body } = quote(links.get('c.inc')!);
        return { kind: 'reply', status: 403, headers: { 'content-type': type }, body };
      });
      await assert.rejects(bench.run(record));
      await record.close();

      const files = readdirSync(bench.folder).map((name) =>
        readFileSync(path.join(bench.folder, name), 'utf8'),
      );
      const text = [...files, ...service.log].join('\n');
      const secrets = urls.flatMap((url) => [
        new URL(url).search,
        new URL(url).searchParams.get('signature')!,
      ]);
      assert.equal(urls.length >= 3 * 5, true);
      assert.match(text, /c\.inc.*403|403.*c\.inc/);
      assert.deepEqual(
        secrets.filter((secret) => text.includes(secret)),
        [],
      );
      assert.doesNotMatch(text, /signature/i);
    });
  }

  it('has each step in the journal before its request arrives', async () => {
    const service = await startService();
    const bench = await launchBench(service);
    const { plan } = await plannedLaunch(service.emulator, deck);
    const record = await bench.journal.begin(plan);
    const file = path.join(bench.folder, `${record.record.plan.launch}.launch`);
    const seen = new Map<string, string>();
    service.emulator.setIntercept(({ operation = 'none' }) => {
      if (!seen.has(operation)) seen.set(operation, decodeLines(readFileSync(file, 'utf8')).at(-1)!.kind);
      return undefined;
    });
    await bench.run(record);
    await record.close();
    assert.deepEqual(Object.fromEntries(seen), {
      createProject: 'creatingProject',
      createModel: 'creatingModel',
      uploadFile: 'uploading',
      finaliseModel: 'finalising',
      createSimulation: 'creatingSimulation',
    });
  });
});
