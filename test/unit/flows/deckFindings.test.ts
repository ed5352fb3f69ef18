import assert from 'node:assert/strict';
import type { Finding } from '../../../src/deck/finding';
import { toPlanFindings } from '../../../src/flows/plan/deckFindings';

const deck = { name: 'wing.inp', path: '/w/wing.inp' };
const other = { name: 'sub/tail.inp', path: '/w/sub/tail.inp' };

const finding = (state: Finding['state'], more: Partial<Finding> = {}): Finding => ({
  deck,
  line: 1,
  name: 'a.inc',
  kind: 'deck',
  state,
  ...more,
});

const show = (findings: readonly Finding[]) => {
  const { missing, others } = toPlanFindings({ findings, partlyRead: [] });
  const namesOf = (files: typeof missing) =>
    files.map((file) => [file.finding.name, file.finding.line, file.otherPlaces]);
  return [namesOf(missing), namesOf(others)];
};

describe('The findings of a plan', () => {
  it('are missing files and others, and nothing about those that are found', () => {
    const states = ['notSelected', 'excluded', 'missing', 'outside'] as const;
    const rest = ['caseDiffers', 'nameDiffers', 'absolutePath', 'backslashes', 'cannotCheck'] as const;
    const all = [...states, 'found' as const, ...rest];
    assert.deepEqual(show(all.map((state) => finding(state, { name: state, kind: 'variable' }))), [
      states.map((state) => [state, 1, 0]),
      rest.map((state) => [state, 1, 0]),
    ]);
  });

  it('count a file that differs in case as missing if it is not selected', () =>
    assert.deepEqual(show([finding('caseDiffers', { target: '/w/A.inc', actual: 'A.inc' })]), [
      [['a.inc', 1, 0]],
      [],
    ]));

  it('have one row for a file that is named in several places', () => {
    const target = '/w/a.inc';
    const places = [
      finding('notSelected', { target, line: 3 }),
      finding('notSelected', { target, line: 9, name: './a.inc' }),
      finding('notSelected', { target, deck: other, name: '../a.inc' }),
    ];
    assert.deepEqual(show(places), [[['a.inc', 3, 2]], []]);
  });

  it('have a row for each deck that names a file of which there is none', () => {
    const places = [finding('missing'), finding('missing', { line: 2 }), finding('missing', { deck: other })];
    assert.deepEqual(show(places), [
      [
        ['a.inc', 1, 1],
        ['a.inc', 1, 0],
      ],
      [],
    ]);
  });

  it('add what exists with one click, unless a pattern excludes it', () => {
    const places = [
      finding('notSelected', { target: '/w/a.inc' }),
      finding('notSelected', { target: '/w/a.inc', line: 2 }),
      finding('excluded', { target: '/w/.env', pattern: '.env*' }),
      finding('caseDiffers', {
        target: '/w/node_modules/B.inc',
        actual: 'node_modules/B.inc',
        pattern: 'node_modules/',
      }),
      finding('caseDiffers', { target: '/w/C.inc', actual: 'C.inc' }),
      finding('missing'),
    ];
    const { toAdd } = toPlanFindings({ findings: places, partlyRead: [] });
    assert.deepEqual(toAdd, ['/w/a.inc', '/w/C.inc']);
  });
});
