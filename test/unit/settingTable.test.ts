import assert from 'node:assert/strict';
import { settingTable } from '../../src/settingTable';

/** What each value of a setting, as it may stand in a file, is read as. */
function read<Value>(
  { parse }: { readonly parse: (value: unknown) => Value },
  values: readonly unknown[],
): Value[] {
  return values.map(parse);
}

describe('The settings', () => {
  it('that are numbers are rounded to whole ones within their limits, and are the default for anything else', () => {
    const values = [undefined, 'many', {}, -3, 10.6, '20', 1e9, Infinity];
    assert.deepEqual(read(settingTable.keepLaunches, values), [200, 200, 200, 10, 11, 20, 1e9, 200]);
    assert.deepEqual(read(settingTable.studyTypeAbove, values), [20, 20, 20, 0, 11, 20, 1e9, 20]);
    const parallel = ['auto', 'auto', 'auto', 1, 11, 20, 64, 'auto'];
    assert.deepEqual(read(settingTable.parallelFiles, values), parallel);
  });

  it('that are words are the default for any other word', () => {
    assert.deepEqual(read(settingTable.variant, ['variant_a', 'variant_b', 'Variant_A', null]), [
      'variant_a',
      'variant_b',
      'variant_b',
      'variant_b',
    ]);
  });

  it('that allow something allow it only by the one right value', () => {
    const values = [true, 'true', 1, undefined, false];
    assert.deepEqual(read(settingTable.allowInsecureHttp, values), [true, false, false, false, false]);
    assert.deepEqual(read(settingTable.agentTools, ['on', 'readOnly', 'off', true, undefined]), [
      'on',
      'readOnly',
      'off',
      'off',
      'off',
    ]);
  });

  it('that are on by default are off only by the one right value', () => {
    const values = [undefined, 'false', 0, false];
    assert.deepEqual(read(settingTable.finaliseAfterUpload, values), [true, true, true, false]);
    assert.deepEqual(read(settingTable.deckCheck, [undefined, 'warn', false, 'off']), [
      true,
      true,
      true,
      false,
    ]);
  });

  it('limit the rate only by a number above zero', () => {
    const values = [0, -1, 'none', undefined, Infinity, 2.5, '80'];
    assert.deepEqual(read(settingTable.maxMegabitsPerSecond, values), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      2.5,
      80,
    ]);
  });

  it('that are lists and maps keep the texts in them', () => {
    assert.deepEqual(read(settingTable.exclude, [['*.key', 7, null, 'a/'], '*.key', undefined]), [
      ['*.key', 'a/'],
      [],
      [],
    ]);
    assert.deepEqual(read(settingTable.deckFormats, [{ '*.dat': 'nastran', '*.x': 7 }, undefined]), [
      { '*.dat': 'nastran' },
      {},
    ]);
  });

  it('name an environment that does not exist by anything but a name', () =>
    assert.deepEqual(read(settingTable.environment, ['production', 7, null]), ['production', '7', 'null']));
});
