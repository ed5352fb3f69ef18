import assert from 'node:assert/strict';
import type { DeckReport, Finding } from '../../../src/deck/finding';
import { describeDeckReport } from '../../../src/messages/deckReport';
import type { RejectedEntry } from '../../../src/upload/uploadPlan';

const deck = { name: 'wing.inp', path: '/models/wing.inp' };
const other = { name: 'flap.inp', path: '/models/flap.inp' };

function find(state: Finding['state'], more: Partial<Finding> = {}): Finding {
  return { deck, line: 1, name: 'a.inc', kind: 'deck', state, ...more };
}

function describeReport(
  report: Partial<DeckReport>,
  files: readonly string[] = ['wing.inp'],
  rejected: readonly RejectedEntry[] = [],
): string {
  const plan = { files: files.map((name) => ({ name })), rejected, excluded: [] };
  return describeDeckReport({ decks: [deck], findings: [], partlyRead: [], ...report }, plan, (count) =>
    count.toLocaleString('en'),
  );
}

const b = { name: 'b.inc' };
const variable = find('cannotCheck', { kind: 'variable' });

describe('The sentence about a check of decks', () => {
  const texts: readonly (readonly [text: string, findings: readonly Finding[]])[] = [
    ['No files are named in wing.inp.', []],
    ['No files are named in wing.inp.', [find('cannotCheck', { kind: 'output' })]],
    ['All files named in wing.inp are there.', [find('found')]],
    ['All files named in wing.inp are there.', [find('found'), find('cannotCheck', { kind: 'optional' })]],
    ['All files named in wing.inp that can be checked are there.', [find('found'), variable]],
    ['No file named in wing.inp can be checked.', [variable]],
    ['Files named in wing.inp that are not selected: 1.', [find('found'), find('notSelected'), variable]],
    ['Files named in wing.inp that are not selected: 2.', [find('notSelected'), find('notSelected', b)]],
    ['Files named in wing.inp that are missing: 1.', [find('missing')]],
    ['Files named in wing.inp that are missing: 2.', [find('missing'), find('missing', b)]],
    ['Files named in wing.inp that the solver may not find: 1.', [find('caseDiffers'), find('found')]],
    ['Files named in wing.inp that the solver may not find: 2.', [find('missing'), find('notSelected', b)]],
    // A file that is named twice is one file, whatever the spelling.
    [
      'Files named in wing.inp that are not selected: 1.',
      [find('notSelected', { target: '/a' }), find('notSelected', { ...b, target: '/a' })],
    ],
    ['Files named in wing.inp that are missing: 1.', [find('missing'), find('missing', { line: 2 })]],
  ];
  for (const [text, findings] of texts)
    it(`is “${text}” for ${findings.map(({ state }) => state).join(', ') || 'nothing'}`, () =>
      assert.equal(describeReport({ findings }), text));

  it('counts several decks, and names a single one inertly', () => {
    const findings = [find('missing')];
    const decks = [deck, other];
    assert.equal(describeReport({ decks, findings: [] }), 'No files are named in 2 decks.');
    // Only the decks that name the file are meant, not all that were recognised.
    assert.equal(describeReport({ decks, findings }), 'Files named in wing.inp that are missing: 1.');
    const inBoth = [...findings, find('missing', { deck: other })];
    assert.equal(describeReport({ decks, findings: inBoth }), 'Files named in 2 decks that are missing: 2.');
    const inert = 'Files named in a\\u{a}$\u200b(x) that are missing: 1.';
    assert.equal(describeReport({ decks: [{ ...deck, name: 'a\n$(x)' }], findings }), inert);
    const many = Array.from({ length: 1200 }, (_, index) => find('missing', { name: String(index) }));
    assert.equal(describeReport({ findings: many }), 'Files named in wing.inp that are missing: 1,200.');
  });

  it('says that no deck was recognised', () => {
    const decks = { decks: [] };
    assert.equal(describeReport(decks), '“wing.inp” was not recognised as a deck.');
    assert.equal(describeReport(decks, ['a', 'b']), 'No deck was recognised among 2 files.');
    assert.equal(describeReport(decks, []), 'No deck was recognised among 0 files.');
  });

  it('says why the only file cannot be checked', () => {
    const refused = [{ name: 'a\n.inp', path: '/models/a', reason: 'inUse' }] as const;
    assert.equal(
      describeReport({ decks: [] }, [], refused),
      'a\\u{a}.inp: in use by another program; close it there and try again',
    );
    assert.equal(describeReport({ decks: [] }, ['b'], refused), '“b” was not recognised as a deck.');
  });

  it('says that a deck was not read to its end', () => {
    const text = describeReport({ findings: [find('found')], partlyRead: [{ deck, line: 7 }] });
    assert.equal(text, 'All files named in wing.inp are there. Not everything could be checked.');
  });
});
