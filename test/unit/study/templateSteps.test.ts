import assert from 'node:assert/strict';
import { describeRendered } from '../../../src/study/studyFiles';
import type { StudyProblem } from '../../../src/study/studyProblem';
import { parseStudyTemplate } from '../../../src/study/studyTemplate';
import { sha256 } from '../../support/hashes';
import { countSteps, finishSteps } from '../../support/steps';

const columns = new Set(['speed']);
const mebibyte = 'deck of 16 bytes'.repeat(65_536);
const refuse = ({ kind }: StudyProblem) => assert.fail(kind);

describe('A large template', () => {
  it('is filled in steps of at most one mebibyte', () => {
    const text = `${mebibyte.repeat(4)}{{ speed }}${mebibyte.repeat(4)}`;
    const template = finishSteps(parseStudyTemplate('a.template', text, columns, refuse));
    const { value, count } = countSteps(
      describeRendered(
        [template],
        () => '12',
        () => undefined,
      ),
    );
    const filled = text.replace('{{ speed }}', '12');
    assert.deepEqual(value, [{ name: 'a', size: filled.length, sha256: sha256(filled) }]);
    assert.ok(count >= 8, `${count} steps`);
  });

  it('is read and filled in steps of at most 250 placeholders', () => {
    const text = '{{ speed:1 }}'.repeat(5000);
    const parsed = countSteps(parseStudyTemplate('a.template', text, columns, refuse));
    assert.ok(parsed.count >= 20, `${parsed.count} steps`);
    let tooWide = 0;
    const render = describeRendered(
      [parsed.value],
      () => '12',
      () => tooWide++,
    );
    const filled = countSteps(render);
    assert.equal(tooWide, 5000);
    assert.ok(filled.count >= 20, `${filled.count} steps`);
  });
});
