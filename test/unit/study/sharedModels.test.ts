import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Emulator } from '../../../src/emulator/emulator';
import type { StudySource } from '../../../src/study/prepareStudy';
import { stopServices } from '../../support/service';
import type { StudyOrder } from '../../support/studies';
import type { FileTree } from '../../support/tempTree';
import { beginStudy, observer, type StudyWorld } from './support/studyWorld';

const requests: StudyOrder['requests'] = {
  'requests.createModel': {
    ...{ name: 'wing', material: '{prompt.material}' },
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

/** By simulation in their order: what its model was created and finalised with. */
function listModels({ requests: all, simulations }: Emulator): readonly unknown[] {
  const created = all.filter(({ operation }) => operation === 'createModel').map(({ body }) => body);
  const finalised = all.filter(({ operation }) => operation === 'finaliseModel').map(({ body }) => body);
  const ids = [...new Set(simulations.map(({ model_id }) => model_id))];
  return simulations.map(({ model_id }) => {
    const place = ids.indexOf(model_id);
    const { files: _, name, ...answers } = created[place] as Readonly<Record<string, unknown>>;
    return { ...(name !== 'wing' && { name }), ...answers, ...(finalised[place] as object | undefined) };
  });
}

async function run({ studies, start }: StudyWorld): Promise<void> {
  await start();
  assert.equal((await studies.list())[0]?.state.counts.waiting, 0);
}

const perRow: StudySource = { perRow: true, exclude: [], name: 'case' };

describe('The rows of a study have one model only if everything that makes it is the same', () => {
  afterEach(stopServices);

  it('among it the answers to the questions of a new model', async () => {
    const world = await begin({ 'cases.csv': 'material\nsteel\naluminium\nsteel\n', 'deck.inp': 'deck' });
    await run(world);
    assert.deepEqual(listModels(world.emulator), [
      { material: 'steel', mesh: 'fine' },
      { material: 'aluminium', mesh: 'fine' },
      { material: 'steel', mesh: 'fine' },
    ]);
    assert.equal(new Set(world.emulator.simulations.map(({ model_id }) => model_id)).size, 2);
  });

  it('among it the answers to the questions of finalising', async () => {
    const world = await begin({ 'cases.csv': 'mesh\nfine\ncoarse\n', 'deck.inp': 'deck' });
    await run(world);
    assert.deepEqual(listModels(world.emulator), [
      { material: 'steel', mesh: 'fine' },
      { material: 'steel', mesh: 'coarse' },
    ]);
  });

  it('among it the name where it is sent, and not where it is not', async () => {
    const tree = { 'cases.csv': 'name\na\nb\n', 'deck.inp': 'deck' };
    const named = await begin(tree, { requests: {} });
    await run(named);
    assert.deepEqual(listModels(named.emulator), [{ name: 'a' }, { name: 'b' }]);
    const unnamed = await begin(tree);
    await run(unnamed);
    assert.equal(new Set(unnamed.emulator.simulations.map(({ model_id }) => model_id)).size, 1);
  });

  it('and plans each row with its own files, even if those of another one are equal', async () => {
    const tree = {
      'cases.csv': 'files\na\nb\nc\n',
      ...{ 'a/deck.inp': 'deck', 'b/deck.inp': 'deck', 'c/deck.inp': 'deck' },
    };
    const { prepare, order, studies, service, states, emulator } = await begin(tree, { model: perRow });
    const prepared = await prepare();
    assert.deepEqual(
      prepared.models.map((model) => 'files' in model && model.files.map((file) => file.path)),
      ['a', 'b', 'c'].map((folder) => [path.join(order.root, folder, 'deck.inp')]),
    );
    // Those of the second row change once it is agreed to.
    await utimes(path.join(order.root, 'b', 'deck.inp'), 1, 1);
    await studies.start(prepared, { service }, observer());
    assert.equal(await states(), 'started failed started');
    assert.equal(emulator.simulations.length, 2);
  });
});
