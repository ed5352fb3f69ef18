import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { renderModel } from '../../../src/study/studyFiles';
import { parseStudyTemplate } from '../../../src/study/studyTemplate';
import { countSteps, finishSteps } from '../../support/steps';

const columns = new Set(['speed']);
const mebibyte = 'deck of 16 bytes'.repeat(65_536);

describe('A large template', () => {
  it('is filled in steps of at most one mebibyte', () => {
    const text = `${mebibyte.repeat(4)}{{ speed }}${mebibyte.repeat(4)}`;
    const { template } = finishSteps(parseStudyTemplate('a.template', text, columns));
    const { value, count } = countSteps(renderModel({ templates: [template] }, () => '12'));
    const filled = text.replace('{{ speed }}', '12');
    const sha256 = createHash('sha256').update(filled).digest('hex');
    assert.deepEqual(value, { rendered: [{ name: 'a', size: filled.length, sha256 }], tooWide: [] });
    assert.ok(count >= 8, `${count} steps`);
  });

  it('is read and filled in steps of at most 250 placeholders', () => {
    const parsed = countSteps(parseStudyTemplate('a.template', '{{ speed:1 }}'.repeat(5000), columns));
    assert.ok(parsed.count >= 20, `${parsed.count} steps`);
    const filled = countSteps(renderModel({ templates: [parsed.value.template] }, () => '12'));
    assert.equal(filled.value.tooWide.length, 5000);
    assert.ok(filled.count >= 20, `${filled.count} steps`);
  });
});
