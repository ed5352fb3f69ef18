import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { AlreadyResolvedError } from '../../../src/journal/errors';
import type { DamageReason } from '../../../src/journal/recordLines';
import { Journal } from '../../../src/launch/journal';
import { launchSchema, type TimedEntry } from '../../../src/launch/journalEntry';
import { needs } from '../../support/capabilities';
import { sha256 } from '../../support/hashes';
import { readEntries, silence } from '../../support/recordFiles';
import { encodeLine } from '../../support/recordText';
import { removeTempTrees, tempTree } from '../../support/tempTree';
import { makeUnreadable } from '../../support/unreadable';
import { somePlan } from './support/somePlan';

function planned(launch: string, changes: object = {}): TimedEntry {
  const { service } = somePlan;
  const model = { id: 'm1', name: 'deck' };
  return {
    kind: 'planned',
    launch,
    service,
    model,
    finalise: true,
    simulate: false,
    bodies: {},
    at: 1,
    ...changes,
  };
}

const creating: TimedEntry = { kind: 'creatingModel', at: 2 };
const failed: TimedEntry = { kind: 'failed', problem: { kind: 'status', host: 'a'.repeat(64) }, at: 3 };
const failure = encodeLine(failed, 3);
const cancelled: TimedEntry = { kind: 'cancelled', at: 3 };

/** A line with a valid checksum for a value that is no entry. */
function formatRawLine(value: object): string {
  const json = JSON.stringify(value);
  return `${sha256(json).slice(0, 16)} ${json}\n`;
}

/** A line that is `null`, with a valid checksum. */
const nothing = '74234e98afe7498f null\n';

/** The plan of a record. */
const begun = (launch: string) => encodeLine(planned(launch));
const announcement = encodeLine(creating, 1);
const end = encodeLine(cancelled, 2);

const whole = (launch: string) => begun(launch) + announcement + end;

/** Changes one line of a complete record, including its checksum. */
function withLine(index: number, change: (line: string) => string): (launch: string) => string {
  return (launch) => {
    const lines = whole(launch).split(/(?<=\n)/);
    return lines.with(index, change(lines[index]!)).join('');
  };
}

type Contents = Readonly<Record<string, (launch: string) => string>>;

const damages = {
  incomplete: { 'whose plan was cut': (launch) => begun(launch).slice(0, -5) },
  checksum: {
    'with a changed byte in its plan': withLine(0, (text) => text.replace('deck', 'dock')),
    'with a changed byte in the middle': withLine(1, (text) => text.replace('Model', 'model')),
    'with zeros in the middle': withLine(1, (text) => '\0'.repeat(text.length - 1) + '\n'),
    'whose last line announces a request and was changed, unlike by a torn write': (launch) =>
      begun(launch) + announcement.replace('"at":2', '"at":3'),
    'whose last line has another byte in place of its line feed': (launch) =>
      `${(begun(launch) + announcement).slice(0, -1)}\x0b`,
    'of which two lines at its end are one, because the line feed between them was changed': (launch) =>
      begun(launch) + end.replace('\n', '\x0b') + announcement,
    'whose last line was changed so that its announcement is unknown': (launch) =>
      begun(launch) + announcement.replace('creatingModel', 'creatingModem'),
  },
  foreign: {
    'without a schema': (launch) => formatRawLine(planned(launch)),
    'of another launch': () => whole(randomUUID()),
    'that begins in the middle': () => announcement,
    'that is JSON without an entry': () => nothing,
    'whose first line is no plan': (launch) =>
      formatRawLine({ schema: launchSchema, ...planned(launch), kind: 'agreed' }),
    'whose plan lacks its model': (launch) =>
      formatRawLine({ schema: launchSchema, ...planned(launch, { model: undefined }) }),
    'with an entry without its time': withLine(2, () => encodeLine({ kind: 'cancelled' }, 2)),
  },
  linesMissing: {
    'with a null entry': withLine(1, () => nothing),
    'with an entry without its index': withLine(2, () => encodeLine(cancelled)),
  },
} satisfies Partial<Record<DamageReason, Contents>>;

/** Possible results of a power cut or a failing disk, by the number of entries that survive. */
const tears: Readonly<Record<string, Contents>> = {
  1: {
    'whose announcement was cut before its request': (launch) => begun(launch) + announcement.slice(0, -2),
    'whose announcement lost its beginning to zeros': (launch) =>
      begun(launch) + '\0'.repeat(20) + announcement.slice(20),
  },
  2: {
    'whose last line was cut': (launch) => whole(launch).slice(0, -5),
    'whose last line has a wrong checksum': withLine(2, (text) => '0'.repeat(16) + text.slice(16)),
    'with zeros in place of its last line': withLine(2, (text) => '\0'.repeat(text.length - 1) + '\n'),
    'with several torn lines at its end': (launch) =>
      begun(launch) + announcement + '\0'.repeat(30) + failure.slice(30) + failure.slice(0, 40),
  },
  3: {
    'that lacks its last line feed': (launch) => whole(launch).slice(0, -1),
    'with zeros behind its last line': (launch) => whole(launch) + '\0'.repeat(4096),
  },
};

const casesOf = (groups: Readonly<Record<string, Contents>>) =>
  Object.entries(groups).flatMap(([key, contents]) =>
    Object.entries(contents).map(([what, content]) => ({ key, what, content })),
  );

async function journalWith(records: Readonly<Record<string, string>>) {
  const folder = path.join(await tempTree(), 'launches');
  mkdirSync(folder);
  for (const [launch, content] of Object.entries(records)) {
    writeFileSync(path.join(folder, `${launch}.launch`), content);
  }
  const journal = new Journal(folder, systemClock);
  /** The identifiers of the launches that can be read, and what is shown of the others. */
  const look = async () => {
    const { launches, unreadable } = await journal.read();
    return [launches.map(({ record }) => record.plan.launch).sort(), unreadable] as const;
  };
  return { folder, journal, look };
}

/** A journal with a single record. */
async function journalWithOne(content: (launch: string) => string) {
  const launch = randomUUID();
  const found = await journalWith({ [launch]: content(launch) });
  return { ...found, launch, file: path.join(found.folder, `${launch}.launch`) };
}

/** A record that this version has begun. */
async function beginRecord(...kinds: readonly ('creatingProject' | 'creatingModel' | 'cancelled')[]) {
  const empty = await journalWith({});
  const open = await empty.journal.begin(somePlan);
  for (const kind of kinds) await open.append({ kind });
  await open.close();
  const { launch } = open.record.plan;
  return { ...empty, launch, file: path.join(empty.folder, `${launch}.launch`) };
}

describe('A launch record', () => {
  afterEach(removeTempTrees);

  for (const { key: reason, what, content } of casesOf(damages)) {
    it(`${what} is shown and never repaired by guessing, until the user removes it from the list`, async () => {
      const damaged = randomUUID();
      const sound = randomUUID();
      const text = content(damaged);
      const { folder, journal, look } = await journalWith({ [damaged]: text, [sound]: whole(sound) });
      await assert.rejects(journal.continue(damaged), { name: 'DamagedRecordError', reason });
      for (let count = 0; count < 2; count++) {
        assert.deepEqual(await look(), [[sound], [{ id: damaged, code: 'damaged' }]]);
      }
      assert.deepEqual(readdirSync(folder).sort(), [`${damaged}.launch`, `${sound}.launch`].sort());
      assert.equal(readFileSync(path.join(folder, `${damaged}.launch`), 'utf8'), text);

      await journal.setAside(damaged);
      const [aside = '', ...others] = readdirSync(folder).filter((name) => name !== `${sound}.launch`);
      assert.match(aside, new RegExp(`^${damaged}\\.[0-9a-f-]+\\.damaged$`));
      assert.deepEqual(others, []);
      assert.equal(readFileSync(path.join(folder, aside), 'utf8'), text);
      assert.deepEqual(await look(), [[sound], []]);
    });
  }

  for (const { key, what, content: torn } of casesOf(tears)) {
    const entries = Number(key);
    it(`${what} is read without the torn part`, async () => {
      const { folder, journal, launch, file } = await journalWithOne(torn);
      const { launches, unreadable } = await journal.read();
      assert.deepEqual([launches.map(({ record }) => record.entryCount), unreadable], [[entries], []]);
      // Reading has written nothing.
      assert.equal(readFileSync(file, 'utf8'), torn(launch));

      const open = await journal.continue(launch);
      await open.append({ kind: 'uploading' });
      await open.close();
      const kept = readEntries(folder, launch);
      assert.deepEqual(kept.slice(0, -1), [planned(launch), creating, cancelled].slice(0, entries));
      assert.equal(kept.at(-1)?.kind, 'uploading');
    });
  }

  const newer: Contents = {
    'of a newer version': (launch) =>
      encodeLine({ ...planned(launch), schema: launchSchema + 1 }) + encodeLine({ kind: 'unheard of' }),
    'of a newer version with another kind of plan': (launch) =>
      formatRawLine({ kind: 'planned', launch, at: 1, schema: launchSchema + 1 }),
    'that a newer version has continued under a header of its own': (launch) =>
      formatRawLine({ kind: 'continued', schema: 2, copiedBytes: 1 }) + whole(launch),
    'with an entry that only a newer version knows': withLine(2, () =>
      encodeLine({ kind: 'rewound', at: 3 }, 2),
    ),
  };
  for (const [what, content] of Object.entries(newer)) {
    it(`${what} is shown and not changed`, async () => {
      const { folder, journal, look, launch, file } = await journalWithOne(content);
      for (let count = 0; count < 2; count++)
        assert.deepEqual(await look(), [[], [{ id: launch, code: 'newer' }]]);
      const refused = { name: 'RecordUnreadableError', code: 'newer' };
      await assert.rejects(journal.continue(launch), refused);
      await assert.rejects(
        journal.removeIf(launch, () => Promise.resolve(true)),
        refused,
      );
      assert.deepEqual(readdirSync(folder), [`${launch}.launch`]);
      assert.equal(readFileSync(file, 'utf8'), content(launch));
    });
  }

  needs('links').it('that cannot be read is kept and shown until it can be read', async () => {
    const hidden = randomUUID();
    const sound = randomUUID();
    const { folder, journal, look } = await journalWith({ [hidden]: whole(hidden), [sound]: whole(sound) });
    const makeReadable = makeUnreadable(path.join(folder, `${hidden}.launch`));
    for (let count = 0; count < 2; count++)
      assert.deepEqual(await look(), [[sound], [{ id: hidden, code: 'ELOOP' }]]);
    const refused = { name: 'RecordUnreadableError', code: 'ELOOP' };
    await assert.rejects(journal.continue(hidden), refused);
    await assert.rejects(
      journal.removeIf(hidden, () => Promise.resolve(true)),
      refused,
    );
    makeReadable();
    assert.deepEqual(readdirSync(folder).sort(), [`${hidden}.launch`, `${sound}.launch`].sort());
    assert.deepEqual(await look(), [[hidden, sound].sort(), []]);
  });

  it('that is empty and that nobody is creating is shown', async () => {
    const { folder, look, launch } = await journalWithOne(() => '');
    assert.deepEqual(await look(), [[], [{ id: launch, code: 'damaged' }]]);
    assert.deepEqual(readdirSync(folder), [`${launch}.launch`]);
  });

  it('that is empty although it was not removed is shown with the name of its model', async () => {
    const { folder, journal, look, launch, file } = await beginRecord();
    truncateSync(file, 0);
    for (let count = 0; count < 2; count++)
      assert.deepEqual(await look(), [[], [{ id: launch, code: 'damaged', name: 'deck' }]]);
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.files`, `${launch}.launch`]);
    await journal.setAside(launch);
    assert.deepEqual(await look(), [[], []]);
    assert.deepEqual(
      readdirSync(folder)
        .map((name) => name.replace(/.*?\.[0-9a-f-]{36}/, ''))
        .sort(),
      ['.damaged', '.files.damaged'],
    );
  });

  it('is damaged when a line in its middle is lost', async () => {
    const { look, launch, file } = await beginRecord('creatingProject', 'creatingModel', 'cancelled');
    const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
    writeFileSync(file, lines.toSpliced(2, 1).join(''));
    assert.deepEqual(await look(), [[], [{ id: launch, code: 'damaged', name: 'deck' }]]);
  });

  /** A record with a plan of several pages, being continued in `file`. */
  async function continuedRecord() {
    const { folder, journal, launch, file: earlier } = await journalWithOne(createRecordOfPages);
    const text = readFileSync(earlier);
    const open = await journal.continue(launch);
    const restoreEarlier = () => writeFileSync(earlier, text);
    return { folder, launch, open, file: path.join(folder, `${launch}.1.launch`), restoreEarlier };
  }

  /** Size of what a power cut loses as a whole; bytes. */
  const pageBytes = 4096;

  it('is read as it was when a power cut loses any pages of the file that continues it', async () => {
    const { folder, launch, open, file, restoreEarlier } = await continuedRecord();
    await open.close();
    const whole = readFileSync(file);
    const pages = Math.ceil(whole.length / pageBytes);
    assert.ok(pages >= 3, `${pages} pages`);
    for (let kept = 0; kept < 2 ** pages; kept++) {
      const torn = Buffer.from(whole);
      for (let page = 0; page < pages; page++)
        if ((kept & (1 << page)) === 0)
          torn.fill(0, page * pageBytes, Math.min(torn.length, (page + 1) * pageBytes));
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      restoreEarlier();
      writeFileSync(file, torn);
      const journal = new Journal(folder, systemClock);
      const { launches, unreadable } = await journal.read();
      assert.deepEqual([launches.map(({ record }) => record.entryCount), unreadable], [[41], []]);
      const again = await journal.continue(launch);
      assert.equal(again.record.entryCount, 41);
      await again.close();
    }
  });

  it('is damaged when its newest file has entries of its own and lost its beginning', async () => {
    const { folder, launch, open, file, restoreEarlier } = await continuedRecord();
    await open.append({ kind: 'creatingModel' });
    await open.close();
    restoreEarlier();
    writeFileSync(file, readFileSync(file).fill(0, 0, pageBytes));
    const { launches, unreadable } = await new Journal(folder, systemClock).read();
    assert.deepEqual([launches, unreadable], [[], [{ id: launch, code: 'damaged', name: 'deck' }]]);
  });

  it('that is valid is not quarantined', async () => {
    const { folder, journal, launch } = await journalWithOne(whole);
    await assert.rejects(journal.setAside(launch), AlreadyResolvedError);
    assert.deepEqual(readdirSync(folder), [`${launch}.launch`]);
  });

  it('with a hundred megabytes of zeros behind it is read without buffering them', async () => {
    const { journal, file } = await journalWithOne(whole);
    truncateSync(file, 100 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    const { launches, unreadable } = await journal.read();
    assert.deepEqual([launches[0]?.record.entryCount, unreadable], [3, []]);
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024);
  });

  it('that is larger than any valid record is shown without being read', async () => {
    const { look, launch, file } = await journalWithOne(whole);
    truncateSync(file, 4 * 1024 ** 3);
    assert.deepEqual(await look(), [[], [{ id: launch, code: 'damaged' }]]);
  });

  it('that another window is just creating is left unchanged', async () => {
    const { folder, look, launch } = await journalWithOne(() => '');
    writeFileSync(path.join(folder, `${launch}.lock`), '');
    assert.deepEqual(await look(), [[], []]);
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.launch`, `${launch}.lock`]);
  });

  it('that a window was creating when it died is removed', async () => {
    const beginnings: Contents[string][] = [
      () => '',
      () => '\0'.repeat(40),
      (launch) => `${whole(launch).slice(0, 40)}\0\0`,
    ];
    for (const beginning of beginnings) {
      const { folder, look, launch } = await journalWithOne(beginning);
      const lock = path.join(folder, `${launch}.lock`);
      writeFileSync(lock, '');
      silence(lock);
      assert.deepEqual(await look(), [[], []]);
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  needs('pipes').it('is found among other files', async () => {
    const { folder, look, launch } = await journalWithOne(whole);
    writeFileSync(path.join(folder, 'notes.txt'), 'not a record');
    mkdirSync(path.join(folder, 'folder.launch'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.launch')]);
    assert.deepEqual(await look(), [[launch], []]);
    assert.deepEqual(
      readdirSync(folder).sort(),
      [`${launch}.launch`, 'folder.launch', 'notes.txt', 'pipe.launch'].sort(),
    );
  });

  it('is found among a thousand, and so is each of the others', async () => {
    const launches = Array.from({ length: 1000 }, () => randomUUID());
    const { look } = await journalWith(Object.fromEntries(launches.map((launch) => [launch, whole(launch)])));
    assert.deepEqual(await look(), [launches.sort(), []]);
  });
});

/** A record of several pages. */
function createRecordOfPages(launch: string): string {
  const failed = { kind: 'failed', at: 2, problem: { kind: 'status', serverMessage: 'no '.repeat(80) } };
  return [planned(launch), ...Array.from({ length: 40 }, () => failed)].map(encodeLine).join('');
}
