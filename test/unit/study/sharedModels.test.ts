import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Emulator } from '../../../src/emulator/emulator';
import type { StudySource } from '../../../src/study/prepareStudy';
import { startService, stopServices } from '../../support/service';
import { openStudyWindow, type StudyOrder, type StudyWindow } from '../../support/studies';
import { type FileTree, tempTree } from '../../support/tempTree';

const observer = () => ({ signal: new AbortController().signal });

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

interface World extends StudyWindow {
  readonly emulator: Emulator;
  readonly order: StudyOrder;
}

async function begin(tree: FileTree, changes: Partial<StudyOrder>): Promise<World> {
  const { emulator, client } = await startService();
  const { id, name } = await client.createProject('Wing');
  const order: StudyOrder = {
    ...{ baseUrl: emulator.baseUrl, folder: path.join(await tempTree(), 'launches') },
    ...{ root: await tempTree(tree), table: 'cases.csv', project: { id: String(id), name } },
    ...{ model: { files: ['deck.inp'], exclude: [], name: 'wing' }, requests, ...changes },
  };
  return { ...openStudyWindow(order), emulator, order };
}

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

async function run({ studies, prepare, service }: World): Promise<void> {
  await studies.start(await prepare(), { service }, observer());
  assert.equal((await studies.list())[0]?.state.counts.waiting, 0);
}

const perRow: StudySource = { perRow: true, exclude: [], name: 'case' };

describe('The rows of a study have one model only if everything that makes it is the same', () => {
  afterEach(stopServices);

  it('among it the answers to the questions of a new model', async () => {
    const world = await begin({ 'cases.csv': 'material\nsteel\naluminium\nsteel\n', 'deck.inp': 'deck' }, {});
    await run(world);
    assert.deepEqual(listModels(world.emulator), [
      { material: 'steel', mesh: 'fine' },
      { material: 'aluminium', mesh: 'fine' },
      { material: 'steel', mesh: 'fine' },
    ]);
    assert.equal(new Set(world.emulator.simulations.map(({ model_id }) => model_id)).size, 2);
  });

  it('among it the answers to the questions of finalising', async () => {
    const world = await begin({ 'cases.csv': 'mesh\nfine\ncoarse\n', 'deck.inp': 'deck' }, {});
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
    const unnamed = await begin(tree, {});
    await run(unnamed);
    assert.equal(new Set(unnamed.emulator.simulations.map(({ model_id }) => model_id)).size, 1);
  });

  it('and plans each row with its own files, even if those of another one are equal', async () => {
    const tree = {
      'cases.csv': 'files\na\nb\nc\n',
      ...{ 'a/deck.inp': 'deck', 'b/deck.inp': 'deck', 'c/deck.inp': 'deck' },
    };
    const { prepare, order, studies, service, emulator } = await begin(tree, { model: perRow });
    const prepared = await prepare();
    assert.deepEqual(
      prepared.models.map((model) => 'files' in model && model.files.map((file) => file.path)),
      ['a', 'b', 'c'].map((folder) => [path.join(order.root, folder, 'deck.inp')]),
    );
    // Those of the second row change once it is agreed to.
    await utimes(path.join(order.root, 'b', 'deck.inp'), 1, 1);
    await studies.start(prepared, { service }, observer());
    assert.deepEqual(
      (await studies.list())[0]?.state.rows.map(({ state }) => state),
      [...['started', 'failed', 'started']],
    );
    assert.equal(emulator.simulations.length, 2);
  });
});
