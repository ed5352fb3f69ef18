import assert from 'node:assert/strict';
import { type Choice, maxRows, type Row, rowsWhileTyping } from '../../../src/ui/choiceRows';

const choice = (label: string, description?: string): Choice<string> => ({
  label,
  ...(description !== undefined && { description }),
  value: label,
});
const created: Choice<string> = {
  label: 'New…',
  value: '',
  whileTyping: (text) => ({ label: 'New', description: text, value: text }),
};
const many = Array.from({ length: maxRows + 1 }, (_, index) => choice(`p${index}`, `id ${index}`));

describe('The rows of a quick pick', () => {
  const shown = (rows: readonly Row<string>[], typed: string) =>
    rowsWhileTyping(rows, typed).map((row) => ('value' in row ? row.value : row.label));

  it('are as they came while nothing is typed', () =>
    assert.deepEqual(rowsWhileTyping([created, choice('a')], ' '), [created, choice('a')]));

  it('end with the one that takes the typed text, whether it matches or not', () =>
    assert.deepEqual(rowsWhileTyping([created, choice('a')], ' zzz '), [
      choice('a'),
      { label: 'New', description: 'zzz', value: 'zzz', alwaysShow: true },
    ]));

  it('have one that only acts, until a text is typed that is an answer', () => {
    const run = () => undefined;
    const unlisted: Row<string> = {
      label: 'Another…',
      run,
      whileTyping: (text) => (text === '?' ? undefined : { label: 'ID', description: text, value: text }),
    };
    assert.deepEqual(rowsWhileTyping([unlisted, choice('a')], ''), [unlisted, choice('a')]);
    assert.deepEqual(shown([unlisted, choice('a')], '77'), ['a', '77']);
    assert.deepEqual(shown([unlisted, choice('a')], '?'), ['a']);
  });

  it('are limited, and so are those found', () => {
    assert.equal(rowsWhileTyping(many, '').length, maxRows);
    assert.equal(rowsWhileTyping(many, 'p').length, maxRows);
  });

  it('are found by label and description behind the limit', () => {
    const last = `p${maxRows}`;
    assert.deepEqual(shown([created, ...many], last.toUpperCase()), [last, last.toUpperCase()]);
    assert.deepEqual(shown([created, ...many], `ID ${maxRows}`), [last, `ID ${maxRows}`]);
  });
});
