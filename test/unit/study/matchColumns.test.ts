import assert from 'node:assert/strict';
import { parseMapping } from '../../../src/client/mapping/serviceMapping';
import { readValues } from '../../../src/study/cellValues';
import { matchColumns, readAnswers } from '../../../src/study/matchColumns';
import { readTable } from '../../../src/study/readTable';
import type { StudyProblem } from '../../../src/study/studyProblem';

const $prompts = {
  speed: { type: 'number' },
  kind: { type: 'choice', choices: ['a', 1, '2'], default: 'a' },
} as const;

const mapping = parseMapping({
  'requests.createModel': { $prompts: { speed: $prompts.speed }, speed: '{prompt.speed}' },
  'requests.createSimulation': {
    $prompts,
    project_id: '{project_id}',
    model_id: '{model_id}',
    speed: '{prompt.speed}',
    kind: '{prompt.kind}',
  },
});

function read(text: string, source: 'model' | 'files' = 'model') {
  const table = readTable(Buffer.from(text));
  const created = source === 'model' ? [] : (['createModel'] as const);
  const operations = [...created, 'createSimulation'] as const;
  const problems: StudyProblem[] = [];
  const report = (problem: StudyProblem) => void problems.push(problem);
  const known = { placeholders: new Set<string>(), missing: [], mayBeMore: false };
  const options = { operations, mapping, source, ...known };
  const columns = matchColumns(table, options, report);
  const values = readValues(table, columns.uses, report);
  const { answers } = readAnswers(2, values.rows[0] ?? [], columns, report);
  return {
    answers,
    problems: problems.map(({ kind, ...place }) => ('column' in place ? `${kind} ${place.column}` : kind)),
  };
}

describe('The columns of a table', () => {
  it('answer one body or all, and none is passed over in silence', () => {
    const both = read('createSimulation.speed,speed\n1,2\n', 'files');
    assert.deepEqual(
      [both.answers.createModel, both.answers.createSimulation, both.problems],
      [{ 'prompt.speed': 2 }, { 'prompt.speed': 1, 'prompt.kind': 'a' }, []],
    );
    // No other body asks for the speed.
    assert.deepEqual(read('createSimulation.speed,speed\n1,2\n').problems, ['unknownColumn 2']);
    assert.deepEqual(read('SPEED\n1\n').problems, ['missingAnswer 2', 'unknownColumn 1']);
    const inherited = read('speed,toString,__proto__\n1,2,3\n').problems;
    assert.deepEqual(inherited, ['unknownColumn 2', 'unknownColumn 3']);
    assert.deepEqual(read('speed,files\n1,a\n').problems, ['unusedColumn 2']);
  });

  it('have the choices with their types', () => {
    const kindOf = (cell: string) => {
      const { answers, problems } = read(`speed,kind\n1,${cell}\n`);
      return problems[0] ?? answers.createSimulation?.['prompt.kind'];
    };
    const kinds = ['1', ' 2', 'a', 'A', 'b', ''].map(kindOf);
    assert.deepEqual(kinds, [1, '2', 'a', 'a', 'notAChoice 2', 'a']);
  });
});
