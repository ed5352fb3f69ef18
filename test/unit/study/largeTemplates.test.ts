import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { StudySource } from '../../../src/study/prepareStudy';
import { describeRendered, renderTemplate } from '../../../src/study/studyFiles';
import type { StudyProblem } from '../../../src/study/studyProblem';
import { parseStudyTemplate } from '../../../src/study/studyTemplate';
import { sha256 } from '../../support/hashes';
import { countPauses } from '../../support/pauses';
import { stopServices } from '../../support/service';
import { beginStudy } from './support/studyWorld';

const columns = new Set(['speed']);
const mebibyte = 'deck of 16 bytes'.repeat(65_536);
const refuse = ({ kind }: StudyProblem) => assert.fail(kind);

/** Memory of this process that is in use; bytes. */
function measureMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('A large template', () => {
  afterEach(stopServices);

  it('is in memory for the row that it is filled in for, and for no other', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => index + 1);
    const template = (row: number) => `${row}${mebibyte.repeat(4)}{{ speed }}`;
    const model: StudySource = { perRow: true, exclude: [], name: 'wing' };
    const { prepare } = await beginStudy(
      {
        'cases.csv': ['files,speed', ...rows.map((row) => `case${row},${row}`)].join('\n'),
        ...Object.fromEntries(rows.map((row) => [`case${row}/deck.inp.template`, template(row)])),
      },
      { model },
    );
    const beforeBytes = measureMemory();
    const prepared = await prepare();
    const moreBytes = measureMemory() - beforeBytes;
    assert.deepEqual([prepared.rows.length, prepared.models.length], [20, 20]);
    assert.ok(moreBytes < 4 * 4 * mebibyte.length, `${moreBytes} bytes of 80 MiB`);
  });
  it('is filled while other work goes on, every four mebibytes', async () => {
    const text = `${mebibyte.repeat(7)}{{ speed }}${mebibyte.repeat(6)}`;
    const template = await parseStudyTemplate('a.template', text, columns, refuse);
    const { value, count } = await countPauses(() =>
      describeRendered(
        [template],
        () => '12',
        () => undefined,
      ),
    );
    const filled = text.replace('{{ speed }}', '12');
    assert.deepEqual(value, [{ name: 'a', size: filled.length, sha256: sha256(filled) }]);
    assert.ok(count >= 2, `${count} pauses`);
  });

  it('is read and filled while other work goes on, every thousand placeholders', async () => {
    const text = '{{ speed:1 }}'.repeat(5001);
    const parsed = await countPauses(() => parseStudyTemplate('a.template', text, columns, refuse));
    assert.ok(parsed.count >= 4, `${parsed.count} pauses`);
    let tooWide = 0;
    const filled = await countPauses(() =>
      describeRendered(
        [parsed.value],
        () => '12',
        () => tooWide++,
      ),
    );
    assert.equal(tooWide, 5001);
    assert.ok(filled.count >= 4, `${filled.count} pauses`);
  });

  it('is filled part by part, because 400,000 parts at once take more than 100 MB', async () => {
    const template = await parseStudyTemplate('a.template', '{{ speed }},'.repeat(5001), columns, refuse);
    let filled = 0;
    const cellOf = () => String(++filled);
    const describing = describeRendered([template], cellOf, () => undefined);
    const described = filled;
    await describing;
    filled = 0;
    const rendering = renderTemplate(template, cellOf);
    const rendered = filled;
    const text = (await rendering).toString();
    assert.deepEqual([described, rendered, filled], [500, 500, 5001]);
    assert.equal(text, Array.from({ length: 5001 }, (_, index) => `${index + 1},`).join(''));
  });
});
