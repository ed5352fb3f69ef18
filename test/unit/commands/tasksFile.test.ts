import assert from 'node:assert/strict';
import { parse } from 'jsonc-parser';
import {
  addTask,
  assertNoVariables,
  listTaskLabels,
  noTasks,
  TasksFileError,
} from '../../../src/platform/tasksFile';

const spaces = { insertSpaces: true, tabSize: 2, eol: '\n' };
const task = { type: 'simulation', label: 'Wing', files: ['case'] };

/** The text that an addition adds, and the text around it. */
function addTo(text: string, options = spaces) {
  const added = addTask(text, task, options);
  return { ...added, task: added.text.slice(added.offset, added.offset + added.length) };
}

describe('A file of tasks', () => {
  it('begins with its version', () => {
    const added = addTo(noTasks);
    assert.deepEqual(JSON.parse(added.task), task);
    assert.equal(added.text, `${JSON.stringify({ version: '2.0.0', tasks: [task] }, undefined, 2)}\n`);
  });

  it('keeps its comments, its commas and all other tasks', () => {
    const start =
      '// a\n{\n\t/* b */ "tasks": [ // c\n\t\t{ "label": "mesh" /* d */, "args": [1,  2,] }, // e\n';
    const end = '\t\t// f\n\t],\n\t"version": "2.0.0", // g\n} // h\n';
    const { text, task: added } = addTo(start + end, { insertSpaces: false, tabSize: 1, eol: '\n' });
    assert.deepEqual(JSON.parse(added), task);
    assert.deepEqual(parse(text), { tasks: [{ label: 'mesh', args: [1, 2] }, task], version: '2.0.0' });
    const indented = JSON.stringify(task, undefined, '\t').replaceAll('\n', '\n\t\t');
    assert.equal(text, `${start}\t\t${indented},\n${end}`);
    assert.deepEqual(listTaskLabels(text), ['mesh', 'Wing']);
  });

  for (const [before, after] of [
    ['{"tasks":[{"label":"a"}]}', '{"tasks":[{"label":"a"},+]}'],
    ['{"tasks":[\n  {"label":"a"} // a\n]}', '{"tasks":[\n  {"label":"a"}, // a+\n]}'],
    ['{"tasks":[\n  {"label":"a"} /* a */,\n]}', '{"tasks":[\n  {"label":"a"} /* a */,+,\n]}'],
    ['{"tasks":[\n  {"label":"a"}, /* a */\n]}', '{"tasks":[\n  {"label":"a"}, /* a */+,\n]}'],
    ['{"tasks":[\n  {"label":"a"} /* a\n */]}', '{"tasks":[\n  {"label":"a"},+ /* a\n */]}'],
  ] as const)
    it(`keeps everything in ${JSON.stringify(before)}`, () => {
      const { text, task: added } = addTo(before);
      const [start = '', end = ''] = after.split('+');
      assert.ok(text.startsWith(start) && text.endsWith(end), text);
      assert.equal(text.slice(start.length, text.length - end.length).trim(), added);
    });

  it('gets no task with a name in which VS Code would insert something', () => {
    const isVariable = (error: unknown) => error instanceof TasksFileError && error.problem === 'variable';
    for (const files of [['${command:x}'], ['a/${env:HOME}.inp']])
      assert.throws(() => assertNoVariables({ ...task, files }), isVariable);
    assertNoVariables({ ...task, files: ['$x', '{x}', '$ {x}'] });
  });

  it('keeps the ends of its lines', () => {
    const { text } = addTo(noTasks.replaceAll('\n', '\r\n'), { ...spaces, eol: '\r\n' });
    assert.doesNotMatch(text, /[^\r]\n/);
  });

  it('may have no list of tasks yet', () => {
    assert.deepEqual(JSON.parse(addTo('{ "version": "2.0.0" }').text), { version: '2.0.0', tasks: [task] });
    assert.deepEqual(listTaskLabels('{}'), []);
  });

  for (const text of ['', '[]', '{', '{ "tasks": {} }', '{ "tasks": null }', '{ "tasks": [ }', '{} {}', 'x'])
    it(`is left alone if it is ${JSON.stringify(text)}`, () => {
      const isInvalid = (error: unknown) => error instanceof TasksFileError && error.problem === 'invalid';
      assert.throws(() => addTo(text), isInvalid);
      assert.throws(() => listTaskLabels(text), isInvalid);
    });
});
