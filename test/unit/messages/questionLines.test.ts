import assert from 'node:assert/strict';
import { cutButton, fitQuestion } from '../../../src/messages/questionLines';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

describe('The lines of a question', () => {
  it('are all shown as long as there are twenty with the question itself', () =>
    assert.deepEqual(fitQuestion('Really?', numbered(19)), {
      text: 'Really?',
      detail: numbered(19).join('\n'),
    }));

  it('end with the number of those that are left out', () =>
    assert.deepEqual(fitQuestion('Really?', numbered(20)), {
      text: 'Really?',
      detail: [...numbered(18), '… and 2 more'].join('\n'),
    }));

  it('are counted as they are shown, wherever the breaks are', () =>
    assert.deepEqual(fitQuestion('Really?\nYes?', [numbered(10).join('\n'), numbered(10).join('\n')]), {
      text: 'Really?\nYes?',
      detail: [...numbered(10), ...numbered(7), '… and 3 more'].join('\n'),
    }));

  it('have room for the detail, whatever the question is', () => {
    const { text, detail } = fitQuestion(numbered(30).join('\n'), numbered(2));
    assert.deepEqual([text, detail], [numbered(19).join('\n'), '… and 2 more']);
  });

  it('are cut where they are long, but in no character', () => {
    const long = `${'x'.repeat(298)}\u{1f600}y`;
    assert.equal(fitQuestion(long, [long]).detail, `${'x'.repeat(298)}…`);
    assert.equal(fitQuestion(long, [long]).text, `${'x'.repeat(298)}…`);
    assert.equal(fitQuestion('', ['x'.repeat(300)]).detail, 'x'.repeat(300));
  });

  it('leave a button so short that three of them fit', () => {
    assert.equal(cutButton('Create 1,000'), 'Create 1,000');
    assert.equal(cutButton('x'.repeat(41)), `${'x'.repeat(39)}…`);
  });
});
