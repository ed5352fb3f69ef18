import assert from 'node:assert/strict';
import type { JournalEntry, PlannedLaunch } from '../../../src/launch/journalEntry';
import { divideForComparison, formatComparison } from '../../../src/launch/launchComparison';
import type { LaunchWithFiles } from '../../../src/launch/launchExport';
import { summariseFiles } from '../../../src/launch/launchFiles';
import { comparisonLabels } from './support/comparisonLabels';
import { createSnapshot, foldWithFiles } from './support/foldedLaunch';

type Files = Readonly<Record<string, readonly [size: number, sha256?: string]>>;

function launched(
  files: Files,
  changes: Partial<PlannedLaunch> = {},
  entries: readonly JournalEntry[] = [],
): LaunchWithFiles {
  const planned = Object.entries(files).map(([name, [size]]) => createSnapshot(name, size));
  const hashed = Object.entries(files).flatMap(([name, [, sha256]]) => (sha256 ? [[name, sha256]] : []));
  const service = {
    origin: 'https://service.example',
    basePath: '/base/',
    variant: 'variant_a',
    settingsFingerprint: '',
  } as const;
  const accepted = Object.fromEntries(hashed) as Record<string, string>;
  return foldWithFiles({ service, ...changes }, entries, planned, accepted);
}

describe('The comparison text of a launch', () => {
  it('has the origin of the files first, then a line for each file by name', () => {
    const record = launched(
      { 'z.inc': [10, 'ee'], 'B.inp': [0, 'bb'], 'a b/ä.inp': [2 ** 40] },
      { project: { newName: 'Study' }, source: { commit: 'c0ffee', dirty: true } },
      [{ kind: 'projectCreated', id: 1, name: 'Study (1)' }],
    );
    assert.equal(
      formatComparison(record, comparisonLabels),
      [
        'model    deck',
        'project  Study (1)',
        'service  https://service.example variant_a',
        'commit   c0ffee, dirty',
        'files    3',
        '',
        'B.inp  0  bb',
        'a b/ä.inp  1099511627776  -',
        'z.inc  10  ee',
        '',
      ].join('\n'),
    );
  });

  it('names unknown values, and no files of an existing model', () => {
    const record = launched({}, { project: undefined as never, model: { id: 42, name: 'reused' } });
    assert.equal(
      formatComparison(record, comparisonLabels),
      [
        'model    reused',
        'project  -',
        'service  https://service.example variant_a',
        'commit   -',
        'files    -',
        '',
        '',
      ].join('\n'),
    );
  });

  it('is the same for the same launch, whatever the order of its files and its time', () => {
    const source = { commit: 'c0ffee', dirty: false };
    const one = launched({ a: [1, 'aa'], b: [2, 'bb'] }, { source });
    const two = launched({ b: [2, 'bb'], a: [1, 'aa'] }, { source, launch: 'launch-2' });
    assert.equal(
      formatComparison(
        { ...two, record: { ...two.record, plannedAt: 99, changedAt: 100 } },
        comparisonLabels,
      ),
      formatComparison(one, comparisonLabels),
    );
  });

  it('keeps names with line breaks on one line', () => {
    const text = formatComparison(
      launched({ 'a\nb\u2028c': [1] }, { project: { newName: 'one\r\ntwo' } }),
      comparisonLabels,
    );
    assert.deepEqual(
      [text.split(/\r|\n/)[1], text.split('\n').at(-2)],
      ['project  one\\u000d\\u000atwo', 'a\\u000ab\\u2028c  1  -'],
    );
  });

  it('names a hash only if both launches have it, so that files of one size look the same', () => {
    const failed = launched({ a: [1], b: [2, 'bb'], c: [3] });
    const later = launched({ a: [1, 'aa'], b: [2, 'b2'], c: [4, 'cc'], d: [5, 'dd'] });
    const filesIn = (launch: LaunchWithFiles, other: LaunchWithFiles) =>
      formatComparison(launch, comparisonLabels, { other }).split('\n\n')[1];
    assert.equal(filesIn(failed, later), 'a  1  -\nb  2  bb\nc  3  -\n');
    assert.equal(filesIn(later, failed), 'a  1  -\nb  2  b2\nc  4  -\nd  5  dd\n');
  });

  it('contains no path of this machine or of the service', () => {
    assert.doesNotMatch(formatComparison(launched({ 'a.inp': [1] }), comparisonLabels), /\/home|\/base/);
  });
});

describe('The launches to compare one with', () => {
  const one = (id: string, name: string) => ({
    id,
    record: launched({ a: [1] }, { launch: id, model: { name, files: summariseFiles([]) } }).record,
  });

  it('are those of the same model and the others, without itself and without those that have no files', () => {
    const launch = one('1', 'beam');
    const same1 = one('2', 'beam');
    const other = one('3', 'wing');
    const same2 = one('4', 'beam');
    const withoutFiles = { id: '5', record: launched({}, { model: { id: 42, name: 'beam' } }).record };
    assert.deepEqual(divideForComparison(launch, [same1, launch, other, withoutFiles, same2]), {
      sameModel: [same1, same2],
      others: [other],
    });
  });
});
