import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../src/client/clock';
import { Journal } from '../../../src/launch/journal';
import { schema, type TimedEntry } from '../../../src/launch/journalEntry';
import { DamagedRecordError, encodeLine, type DamageReason } from '../../../src/launch/journalLine';
import { removeTempTrees, tempTree } from '../../support/tempTree';

function planned(launch: string, changes: object = {}): TimedEntry {
  return {
    kind: 'planned',
    launch,
    service: { origin: 'https://service.example', basePath: '/', variant: 'variant_b' },
    model: { name: 'deck', files: [] },
    finalise: true,
    simulate: false,
    at: 1,
    ...changes,
  };
}

const creating: TimedEntry = { kind: 'creatingModel', at: 2 };
const cancelled: TimedEntry = { kind: 'cancelled', at: 3 };

/** A line with a right checksum. */
function line(value: object): string {
  return encodeLine(value as TimedEntry);
}

/** The same for what is no entry at all. */
function rawLine(value: object): string {
  const json = JSON.stringify(value);
  return `${createHash('sha256').update(json).digest('hex').slice(0, 16)} ${json}\n`;
}

/** A line that is `null`, with a right checksum. */
const nothing = '74234e98afe7498f null\n';

const whole = (launch: string) => line(planned(launch)) + line(creating) + line(cancelled);

/** Checksum and all of one line of a whole record in place of the line. */
function withLine(index: number, change: (line: string) => string): (launch: string) => string {
  return (launch) => {
    const lines = whole(launch).split(/(?<=\n)/);
    return lines.with(index, change(lines[index]!)).join('');
  };
}

const damages: Record<
  string,
  { readonly content: (launch: string) => string; readonly reason: DamageReason }
> = {
  'that is empty': { content: () => '', reason: 'incomplete' },
  'whose last line was cut': { content: (launch) => whole(launch).slice(0, -5), reason: 'incomplete' },
  'that lacks its last line feed': { content: (launch) => whole(launch).slice(0, -1), reason: 'incomplete' },
  'with a changed byte in its plan': {
    content: withLine(0, (text) => text.replace('deck', 'dock')),
    reason: 'checksum',
  },
  'with a changed byte in the middle': {
    content: withLine(1, (text) => text.replace('Model', 'model')),
    reason: 'checksum',
  },
  'with a wrong checksum': {
    content: withLine(2, (text) => '0'.repeat(16) + text.slice(16)),
    reason: 'checksum',
  },
  'with an empty line': { content: withLine(1, () => '\n'), reason: 'checksum' },
  'with lines of zeros, as power cuts leave them': {
    content: withLine(2, (text) => '\0'.repeat(text.length - 1) + '\n'),
    reason: 'checksum',
  },
  'of a newer program': {
    content: (launch) => line({ ...planned(launch), schema: schema + 1 }) + line({ kind: 'unheard of' }),
    reason: 'newer',
  },
  'without a schema': {
    content: (launch) => line({ ...planned(launch), schema: undefined }),
    reason: 'foreign',
  },
  'with a schema that is no number': {
    content: (launch) => line({ ...planned(launch), schema: 'one' }),
    reason: 'foreign',
  },
  'of another launch': { content: () => whole(randomUUID()), reason: 'foreign' },
  'that begins in the middle': { content: () => line(creating), reason: 'foreign' },
  'that is text of somebody else': { content: () => 'shopping list\n', reason: 'checksum' },
  'that is JSON and no entry': { content: () => nothing, reason: 'foreign' },
  'whose plan lacks its model': {
    content: (launch) => rawLine({ schema, ...planned(launch, { model: undefined }) }),
    reason: 'foreign',
  },
  'with an entry that is nothing': { content: withLine(1, () => nothing), reason: 'foreign' },
  'with an entry of an unknown kind': {
    content: withLine(2, () => line({ kind: 'rewound', at: 3 })),
    reason: 'foreign',
  },
  'with an entry without its time': {
    content: withLine(2, () => line({ kind: 'cancelled' })),
    reason: 'foreign',
  },
};

async function journalWith(records: Readonly<Record<string, string>>) {
  const folder = path.join(await tempTree(), 'launches');
  mkdirSync(folder);
  for (const [launch, content] of Object.entries(records)) {
    writeFileSync(path.join(folder, `${launch}.launch`), content);
  }
  return { folder, journal: new Journal(folder, systemClock) };
}

describe('a record of a launch', () => {
  afterEach(removeTempTrees);

  for (const [what, { content, reason }] of Object.entries(damages)) {
    it(`${what} is set aside once and never guessed at`, async () => {
      const [damaged, sound] = [randomUUID(), randomUUID()];
      const text = content(damaged);
      const { folder, journal } = await journalWith({ [damaged]: text, [sound]: whole(sound) });
      await assert.rejects(
        journal.continue(damaged),
        (error) => error instanceof DamagedRecordError && error.reason === reason,
      );

      const first = await journal.read();
      assert.deepEqual(first.setAside, [reason]);
      assert.deepEqual(
        first.launches.map(({ record }) => record.plan.launch),
        [sound],
      );
      assert.deepEqual(readdirSync(folder).sort(), [`${damaged}.damaged`, `${sound}.launch`].sort());
      assert.equal(readFileSync(path.join(folder, `${damaged}.damaged`), 'utf8'), text);

      assert.deepEqual(await journal.read(), { ...first, setAside: [] });
    });
  }

  it('of a hundred megabytes is set aside without being read', async () => {
    const launch = randomUUID();
    const { folder, journal } = await journalWith({ [launch]: whole(launch) });
    truncateSync(path.join(folder, `${launch}.launch`), 100 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    assert.deepEqual(await journal.read(), { launches: [], setAside: ['tooLarge'] });
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024);
    assert.deepEqual(await journal.read(), { launches: [], setAside: [] });
  });

  it('that another window is just beginning is left alone', async () => {
    const launch = randomUUID();
    const { folder, journal } = await journalWith({ [launch]: '' });
    writeFileSync(path.join(folder, `${launch}.lock`), '');
    assert.deepEqual(await journal.read(), { launches: [], setAside: [] });
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.launch`, `${launch}.lock`]);
  });

  it('is found among things that are none', async () => {
    const launch = randomUUID();
    const { folder, journal } = await journalWith({ [launch]: whole(launch) });
    writeFileSync(path.join(folder, 'notes.txt'), 'not a record');
    mkdirSync(path.join(folder, 'folder.launch'));
    const { launches, setAside } = await journal.read();
    assert.deepEqual([launches.map(({ record }) => record.plan.launch), setAside], [[launch], []]);
    assert.deepEqual(readdirSync(folder).sort(), [`${launch}.launch`, 'folder.launch', 'notes.txt'].sort());
  });

  it('is found among a thousand, and so is each of the others', async () => {
    const launches = Array.from({ length: 1000 }, () => randomUUID());
    const { journal } = await journalWith(
      Object.fromEntries(launches.map((launch) => [launch, longRecord(launch)])),
    );
    const found = await journal.read();
    assert.deepEqual(found.setAside, []);
    assert.deepEqual(found.launches.map(({ record }) => record.plan.launch).sort(), launches.sort());
    assert.equal(
      found.launches.every(({ record }) => record.accepted.size === 20),
      true,
    );
  });
});

/** Twenty files, all accepted. */
function longRecord(launch: string): string {
  const names = Array.from({ length: 20 }, (_, index) => `mesh/part ${index}.inc`);
  const files = names.map((name) => ({
    name,
    path: `/deck/${name}`,
    size: 1,
    mtimeNs: '1',
    ctimeNs: '2',
    inode: '3',
  }));
  const accepted = names.map((name): TimedEntry => ({
    kind: 'fileAccepted',
    name,
    sha256: 'ab'.repeat(32),
    at: 4,
  }));
  return [planned(launch, { model: { name: 'deck', files } }), ...accepted, cancelled].map(line).join('');
}
