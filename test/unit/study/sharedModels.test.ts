import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { StudySource } from '../../../src/study/prepareStudy';
import { stopServices } from '../../support/service';
import type { StudyOrder } from '../../support/studies';
import type { FileTree } from '../../support/tempTree';
import { beginStudy, observer, type StudyWorld } from './support/studyWorld';

const requests: StudyOrder['requests'] = {
  'requests.createModel': {
    name: 'wing',
    material: '{prompt.material}',
    files: [{ name: '{file.name}', size: '{file.size}' }],
    $prompts: { material: { type: 'text', default: 'steel' } },
  },
  'requests.finaliseModel': {
    mesh: '{prompt.mesh}',
    $prompts: { mesh: { type: 'text', default: 'fine' } },
  },
};

const begin = (tree: FileTree, changes: Partial<StudyOrder> = {}) =>
  beginStudy(tree, { model: { files: ['deck.inp'], exclude: [], name: 'wing' }, requests, ...changes });

/** Runs a study. @returns for each simulation what its model was created and finalised with, and the number of models */
async function runAll({ studies, start, emulator }: StudyWorld) {
  await start();
  assert.equal((await studies.list())[0]?.state.counts.waiting, 0);
  const { requests: all, simulations } = emulator;
  const bodiesOf = (operation: string) =>
    all.filter((one) => one.operation === operation).map(({ body }) => body);
  const created = bodiesOf('createModel');
  const finalised = bodiesOf('finaliseModel');
  const ids = [...new Set(simulations.map(({ model_id }) => model_id))];
  const models = simulations.map(({ model_id }) => {
    const place = ids.indexOf(model_id);
    const { files: _, ...answers } = created[place] as Readonly<Record<string, unknown>>;
    return { ...answers, ...(finalised[place] as object | undefined) };
  });
  return { models, count: ids.length };
}

describe('The rows of a study have one model only if everything that makes it is the same', () => {
  afterEach(stopServices);

  const wing = { name: 'wing', material: 'steel', mesh: 'fine' };
  for (const { what, cells, count, models, changes } of [
    {
      what: 'the answers to the questions of a new model',
      cells: ['material', 'steel', 'aluminium', 'steel'],
      count: 2,
      models: [wing, { ...wing, material: 'aluminium' }, wing],
      changes: {},
    },
    {
      what: 'the answers to the questions of finalising',
      cells: ['mesh', 'fine', 'coarse'],
      count: 2,
      models: [wing, { ...wing, mesh: 'coarse' }],
      changes: {},
    },
    {
      what: 'the name where it is sent',
      cells: ['name', 'a', 'b'],
      count: 2,
      models: [{ name: 'a' }, { name: 'b' }],
      changes: { requests: {} },
    },
    {
      what: 'not the name where it is not sent',
      cells: ['name', 'a', 'b'],
      count: 1,
      models: [wing, wing],
      changes: {},
    },
  ])
    it(`among it ${what}`, async () => {
      const world = await begin({ 'cases.csv': cells.join('\n'), 'deck.inp': 'deck' }, changes);
      assert.deepEqual(await runAll(world), { models, count });
    });

  it('and plans each row with its own files, even if those of another one are equal', async () => {
    const files = { 'a/deck.inp': 'deck', 'b/deck.inp': 'deck', 'c/deck.inp': 'deck' };
    const model: StudySource = { perRow: true, exclude: [], name: 'case' };
    const world = await begin({ 'cases.csv': 'files\na\nb\nc\n', ...files }, { model });
    const { prepare, order, studies, service, states, emulator } = world;
    const prepared = await prepare();
    const planned = prepared.models.map((model) => ('files' in model ? model.files : []));
    assert.deepEqual(
      planned.map((all) => all.map((file) => file.path)),
      ['a', 'b', 'c'].map((folder) => [path.join(order.root, folder, 'deck.inp')]),
    );
    // Exactly what records hold of a file: its hash is none of it.
    const recorded = ['name', 'path', 'size', 'mtimeNs', 'ctimeNs', 'inode'];
    for (const file of planned.flat()) assert.deepEqual(Object.keys(file), recorded);
    // Those of the second row change once it is agreed to.
    await utimes(path.join(order.root, 'b', 'deck.inp'), 1, 1);
    await studies.startSeen(prepared, { service }, observer());
    assert.equal(await states(), 'started failed started');
    assert.equal(emulator.simulations.length, 2);
  });
});
