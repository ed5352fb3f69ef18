import assert from 'node:assert/strict';
import { mkdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { stringifyExactly } from '../../../src/client/core/exactJson';
import { defaultMapping, parseMapping } from '../../../src/client/mapping/serviceMapping';
import type { Emulator } from '../../../src/emulator/emulator';
import type { LaunchPlan } from '../../../src/launch/launch';
import { LaunchRequestError } from '../../../src/request/errors';
import { parseLaunchRequest } from '../../../src/request/launchRequest';
import {
  hashLaunch,
  type PreparedLaunch,
  prepareLaunch,
  type PreparingService,
} from '../../../src/request/prepareLaunch';
import { inOneFolder } from '../../../src/request/requestFolders';
import { describeModel, toLaunchRequest, toWrittenRequest } from '../../../src/request/toLaunchRequest';
import { planUpload } from '../../../src/upload/planUpload';
import { createClient } from '../../support/client';
import { onPlatform } from '../../support/otherSystems';
import { rejectionOf } from '../../support/rejections';
import { startService, stopServices } from '../../support/service';
import { type FileTree, tempTree } from '../../support/tempTree';
import { selection } from '../upload/support/plans';

const { signal } = new AbortController();

const tree = {
  'case/wing.inp': 'wing',
  'case/mesh/nodes.inc': 'nodes',
  'case/mesh/[1].inc': 'one',
  'case/results/out.odb': 'out',
  'case/.hidden': 'h',
  'notes.txt': 'notes',
};

interface Choices {
  readonly tree?: FileTree;
  readonly exclude?: readonly string[];
  readonly mapping?: Parameters<typeof parseMapping>[0];
  readonly finalise?: boolean;
}

async function begin(choices: Choices = {}) {
  const { emulator } = await startService();
  const root = await tempTree(choices.tree ?? tree);
  const mapping = choices.mapping === undefined ? defaultMapping : parseMapping(choices.mapping);
  const client = createClient(emulator.baseUrl, { mapping });
  const service = {
    key: emulator.baseUrl,
    mapping,
    finalise: choices.finalise ?? true,
    listProjects: () => client.listProjects(),
    listModels: () => client.listReusableModels(),
  };
  const folders = inOneFolder({ root, exclude: choices.exclude ?? [] });
  const prepareAt = async (at: PreparingService, given: unknown) => {
    const request = parseLaunchRequest(given);
    assert.ok('model' in request, JSON.stringify(request));
    return await prepareLaunch(request, { folders, service: at, signal });
  };
  const prepare = (given: unknown) => prepareAt(service, given);
  /** Prepares a request without any request to the service. */
  const prepareAlone = (given: unknown) =>
    prepareAt({ ...service, listProjects: undefined, listModels: undefined }, given);
  /** The problems of a request that is refused. */
  const problemsOf = async (given: unknown) => {
    const error = await rejectionOf(prepare(given));
    assert.ok(error instanceof LaunchRequestError, String(error));
    return error.problems;
  };
  return { emulator, root, prepare, prepareAlone, problemsOf, service };
}

/** The projects that there are. */
const seeded = ['Wing box static loads', 'Bracket fatigue study'];

const wing = { files: ['case'], model: 'Wing', project: seeded[0] };

/** A request for a model alone. */
const modelOf = (...files: string[]) => ({ files, model: 'Wing', simulate: false });

const models = (emulator: Emulator) =>
  emulator.models.filter(({ reusable }) => reusable).map(({ model_id }) => model_id);

const names = ({ plan }: PreparedLaunch) => plan.files.map(({ name }) => name);

describe('A prepared launch', () => {
  afterEach(stopServices);

  it('has the files of folders, paths and patterns, named as after a right-click', async () => {
    const { prepare } = await begin();
    const all = Object.keys(tree).toSorted().join(' ');
    for (const [files, expected] of [
      [['case/mesh'], '[1].inc nodes.inc'],
      [['./case/mesh/'], '[1].inc nodes.inc'],
      [['case/wing.inp', 'case/mesh'], 'mesh/[1].inc mesh/nodes.inc wing.inp'],
      [['case/**/*.inc'], 'mesh/[1].inc mesh/nodes.inc'],
      [['case/*'], '.hidden wing.inp'],
      [['case/mesh/[[]1].inc'], '[1].inc'],
      [['case/[m]esh/[[]*'], 'mesh/[1].inc'],
      [['case/mesh/[n]*'], 'nodes.inc'],
      [['.'], all],
      [['**'], all],
    ] as const)
      assert.equal(names(await prepare(modelOf(...files))).join(' '), expected);
  });

  it('leaves out what the setting or the request excludes; the request takes back only what it excludes itself', async () => {
    const { prepare } = await begin({ exclude: ['*.odb', '.hidden'] });
    const request = modelOf('case');
    assert.deepEqual(names(await prepare(request)), ['mesh/[1].inc', 'mesh/nodes.inc', 'wing.inp']);
    const changed = await prepare({ ...request, exclude: ['case/mesh/*', '!nodes.inc', '!.hidden', '!**'] });
    assert.deepEqual(names(changed), ['mesh/[1].inc', 'mesh/nodes.inc', 'wing.inp']);
    const others = await prepare({ ...request, exclude: ['case/mesh/*', '!nodes.inc', '!.hidden'] });
    assert.deepEqual(names(others), ['mesh/nodes.inc', 'wing.inp']);
    const excluded = others.plan.excluded.map(({ name, pattern }) => `${name} ${pattern}`);
    assert.deepEqual(excluded, ['.hidden .hidden', 'mesh/[1].inc case/mesh/*', 'results/out.odb *.odb']);
  });

  it('finds everything that is wrong at once, and requests nothing but a list', async () => {
    const { emulator, root, problemsOf } = await begin({ finalise: false });
    const before = emulator.requests.length;
    mkdirSync(path.join(root, 'empty'));
    const files = ['none.inp', 'case/*.x', 'empty'];
    const request = { files, model: 'W', project: 'X', answers: { cores: 1 } };
    assert.deepEqual(await problemsOf(request), [
      { kind: 'notFinalised' },
      { kind: 'noMatch', entry: 'case/*.x' },
      { kind: 'noMatch', entry: 'empty' },
      {
        kind: 'refusedFile',
        file: { name: 'none.inp', path: path.join(root, 'none.inp'), reason: 'gone' },
      },
      { kind: 'unknownProject', project: 'X', others: seeded },
      { kind: 'unknownAnswer', key: 'cores' },
    ]);
    const asked = emulator.requests.slice(before).map(({ operation }) => operation);
    assert.deepEqual(asked, ['listProjects']);
  });

  it('reads both slashes where a name cannot contain a backslash, and names the remedy elsewhere', async () => {
    const { prepare, problemsOf } = await begin();
    const found = ['[1].inc', 'nodes.inc'];
    if (process.platform === 'win32') {
      for (const entry of ['case\\mesh', 'case\\mesh/**', 'case\\mesh\\*'])
        assert.deepEqual(names(await prepare(modelOf(entry))), found);
      return;
    }
    for (const entry of ['case\\mesh', 'case\\mesh/**'])
      assert.deepEqual(await problemsOf(modelOf(entry)), [{ kind: 'backslash', entry }]);
    assert.deepEqual(names(await prepare(modelOf('case/mesh/\\[1\\].inc'))), ['[1].inc']);
  });

  it('finds files by any spelling that the system takes for the same', async () => {
    const isWindows = process.platform === 'win32';
    // Windows keeps names apart that differ in their Unicode form.
    const brücke = isWindows ? 'br\u00fccke.inp' : 'bru\u0308cke.inp';
    const { prepareAlone, problemsOf } = await begin({
      tree: { [`Fall/${brücke}`]: 'x', 'Fall/b.inp': 'b' },
    });
    const found = async (...files: string[]) =>
      await onPlatform(isWindows ? 'win32' : 'darwin', async () =>
        names(await prepareAlone(modelOf(...files))),
      );
    const pattern = 'f*/BR\u00dcCKE.*';
    assert.deepEqual(await found(pattern), [`Fall/${brücke}`]);
    assert.deepEqual(await found('**/[B].inp'), ['Fall/b.inp']);
    assert.deepEqual(await found('Fall', 'Fall/br\u00fccke.inp'), ['b.inp', brücke]);
    if (!isWindows)
      assert.deepEqual(await problemsOf(modelOf(pattern)), [{ kind: 'noMatch', entry: pattern }]);
  });

  it('refuses patterns that take long to compare', async () => {
    const { problemsOf } = await begin();
    for (const entry of ['case/*a*a*a*a*a', '**/a/**/b/**/c/**/d']) {
      const problem = { kind: 'unfitText', property: 'files', text: entry };
      assert.deepEqual(await problemsOf(modelOf(entry)), [problem]);
    }
  });

  it('takes a project by its name only if there is exactly one', async () => {
    const { emulator, prepare, problemsOf } = await begin();
    const client = createClient(emulator.baseUrl);
    const { id } = await client.createProject('Study');
    const request = { ...wing, project: 'Study' };
    for (const asked of [{}, { createProject: true }, { project: { id } }])
      assert.deepEqual((await prepare({ ...request, ...asked })).launch.project, { id, name: 'Study' });
    const { id: other } = await client.createProject('Study');
    assert.deepEqual(await problemsOf({ ...request, createProject: true }), [
      { kind: 'ambiguousProject', name: 'Study', ids: [id, other] },
    ]);
    assert.deepEqual(await problemsOf({ ...request, project: 'study' }), [
      { kind: 'unknownProject', project: 'study', others: ['Study', ...seeded.toReversed()] },
    ]);
    assert.deepEqual(await problemsOf({ ...request, project: { id: 'none' } }), [
      { kind: 'unknownProject', project: 'none', others: [] },
    ]);
    const { project } = (await prepare({ ...request, project: 'New', createProject: true })).launch;
    assert.ok(project !== undefined && 'newName' in project);
    assert.deepEqual([project.newName, project.existingProjects?.length], ['New', seeded.length + 2]);
  });

  it('takes a reusable model by its identifier', async () => {
    const { emulator, prepare, problemsOf } = await begin();
    const [model] = (await createClient(emulator.baseUrl).listReusableModels()).items;
    assert.ok(model !== undefined);
    const request = { model: { id: model.id }, project: seeded[0] };
    const { launch, plan, bodies } = await prepare(request);
    const { id, name } = model;
    assert.deepEqual([launch.model, launch.finalise, plan.files], [{ id, name }, true, []]);
    assert.deepEqual(Object.keys(bodies), ['createSimulation']);
    assert.deepEqual(await problemsOf({ ...request, model: { id: 'none' } }), [
      { kind: 'unknownModel', model: 'none' },
    ]);
  });

  it('has an answer for each prompt, and for nothing else', async () => {
    const prompts = {
      cores: { type: 'number' },
      queue: { type: 'choice', choices: ['short', 'long'], default: 'long' },
    };
    const body = { cores: '{prompt.cores}', queue: '{prompt.queue}', description: '{description}' };
    const mapping = {
      'requests.createModel': { name: '{name}', description: '{description}' },
      'requests.createSimulation': { ...body, $prompts: prompts },
    };
    const { prepare, problemsOf } = await begin({ mapping });
    assert.deepEqual(await problemsOf(wing), [
      { kind: 'missingAnswer', key: 'cores', operation: 'createSimulation' },
    ]);
    assert.deepEqual(await problemsOf({ ...wing, answers: { cores: 'all', queue: 'none', Cores: 1 } }), [
      { kind: 'unfitAnswer', key: 'cores', operation: 'createSimulation' },
      { kind: 'unfitAnswer', key: 'queue', operation: 'createSimulation' },
      { kind: 'unknownAnswer', key: 'Cores' },
    ]);
    // Inputs of a task are texts.
    const answers = { cores: '16', description: 'both', 'createModel.description': 'of the model' };
    const { launch, bodies } = await prepare({ ...wing, answers });
    assert.deepEqual(launch.answers, {
      createModel: { description: 'of the model' },
      createSimulation: { description: 'both', 'prompt.cores': 16, 'prompt.queue': 'long' },
    });
    assert.deepEqual(bodies.createModel, { name: 'Wing', description: 'of the model' });
    assert.deepEqual(bodies.createSimulation, { cores: 16, queue: 'long', description: 'both' });
    for (const cores of ['9007199254740993', '0.1234567890123456789', '1e-400']) {
      const exact = await prepare({ ...wing, answers: { ...answers, cores } });
      assert.match(stringifyExactly(exact.bodies.createSimulation), new RegExp(`"cores":${cores},`));
    }
  });

  it('may have answers for a project that is there by now', async () => {
    const prompts = { code: { type: 'text' }, cost: { type: 'number' } };
    const body = { name: '{name}', code: '{prompt.code}', cost: '{prompt.cost}', $prompts: prompts };
    const { emulator, prepare, problemsOf } = await begin({ mapping: { 'requests.createProject': body } });
    const request = { files: ['case'], model: 'Wing', createProject: true };
    const answers = { code: '7', 'createProject.cost': '1e3' };
    assert.deepEqual(await problemsOf({ ...request, project: 'New', answers: { code: '7' } }), [
      { kind: 'missingAnswer', key: 'cost', operation: 'createProject' },
    ]);
    const { launch } = await prepare({ ...request, project: 'New', answers });
    assert.deepEqual(launch.answers, { createProject: { 'prompt.code': '7', 'prompt.cost': '1e3' } });
    const existing = await prepare({ ...request, project: emulator.projects[0]!.name, answers });
    assert.equal(existing.launch.answers, undefined);
    assert.deepEqual(await problemsOf({ ...request, createProject: false, project: seeded[0], answers }), [
      { kind: 'unknownAnswer', key: 'code' },
      { kind: 'unknownAnswer', key: 'createProject.cost' },
    ]);
  });

  it('is prepared without a request as far as possible, and is the same after the requests', async () => {
    const { emulator, root, prepare, prepareAlone } = await begin();
    const projects: object[] = [
      { project: seeded[0] },
      { project: seeded[0], createProject: true },
      { project: 'New', createProject: true },
      { project: { id: emulator.projects[0]!.project_id } },
    ];
    const hashes = new Set<string>();
    for (const project of projects) {
      const before = emulator.requests.length;
      const alone = await prepareAlone({ ...wing, ...project });
      assert.equal(emulator.requests.length, before);
      assert.equal((await prepare({ ...wing, ...project })).requestHash, alone.requestHash);
      hashes.add(alone.requestHash);
    }
    const existing = { model: { id: models(emulator)[0]! }, project: seeded[0] };
    assert.equal((await prepare(existing)).requestHash, (await prepareAlone(existing)).requestHash);
    for (const other of [{ model: 'wing' }, { simulate: false, project: undefined }, { files: ['case/*'] }])
      hashes.add((await prepareAlone({ ...wing, ...other })).requestHash);
    utimesSync(path.join(root, 'case/wing.inp'), 1, 1);
    hashes.add((await prepareAlone(wing)).requestHash);
    assert.equal(hashes.size, projects.length + 4);
  });

  it('has another hash for each difference that the service would notice', async () => {
    const { root, prepare, service } = await begin();
    const first = await prepare(wing);
    assert.equal((await prepare(wing)).hash, first.hash);
    assert.equal(hashLaunch(service, first.launch), first.hash);
    const hashWith = (changes: Partial<typeof service.mapping>) =>
      hashLaunch({ ...service, mapping: { ...service.mapping, ...changes } }, first.launch);
    const hashes = [
      first.hash,
      (await prepare({ ...wing, files: ['case/mesh'] })).hash,
      (await prepare({ ...wing, model: 'Other' })).hash,
      (await prepare({ ...wing, project: seeded[1] })).hash,
      (await prepare({ ...wing, project: 'New', createProject: true })).hash,
      (await prepare(modelOf('case'))).hash,
      hashLaunch({ ...service, key: 'other' }, first.launch),
      hashWith({ uploadHeaders: { 'x-kind': 'mesh' } }),
      hashWith({ responses: { createdModelId: '/id' } }),
    ];
    utimesSync(path.join(root, 'case/wing.inp'), 1, 1);
    hashes.push((await prepare(wing)).hash);
    assert.equal(new Set(hashes).size, hashes.length);
  });

  const exclude = ['*.odb', '.hidden', 'results/'];
  const kept = (name: string) => name !== 'results/out.odb' && name !== '.hidden';
  for (const [title, items, keep] of [
    ['a folder', ['case'], kept],
    ['the workspace folder', [''], () => true],
    ['one file', ['case/wing.inp'], () => true],
    ['two files', ['case/wing.inp', 'case/mesh/nodes.inc'], () => true],
    ['a file with special characters', ['case/mesh/[1].inc'], () => true],
    ['a folder without some files', ['case'], (name: string) => kept(name) && name !== 'mesh/nodes.inc'],
    ['one file of a folder', ['case'], (name: string) => name === 'mesh/nodes.inc'],
  ] as const) {
    it(`is the same after ${title} was described`, async () => {
      const { root, prepare, service } = await begin({ exclude });
      const { files } = await planUpload([selection(root, items, exclude)]);
      const chosen = files.filter(({ name }) => keep(name));
      assert.ok(chosen.length > 0);
      const { project } = (await prepare(wing)).launch;
      const launch: LaunchPlan = {
        ...(project && { project }),
        model: { name: 'Wing', files: chosen },
        finalise: true,
        simulate: true,
      };
      const folder = { root, exclude };
      const described = await toLaunchRequest(launch, { folder, environment: undefined, signal });
      const again = await prepare(toWrittenRequest(described));
      const chosenNames = chosen.map(({ name }) => name);
      assert.deepEqual([names(again), again.hash], [chosenNames, hashLaunch(service, launch)]);
    });
  }

  it('is described such that it can be read, whatever the first name of a file is', async () => {
    const own = ['~t.inp', '~$lock.inp', '~/deck.inp', '~/mesh/a.inc'];
    const root = await tempTree(Object.fromEntries(own.map((name) => [name, 'x'])));
    const { files } = await planUpload([selection(root, [''], [])]);
    const sets = [...files.map((file) => [file]), files.filter(({ name }) => name.startsWith('~/')), files];
    for (const chosen of sets) {
      const model = { name: 'Wing', files: chosen };
      const described = await describeModel(model, { root, exclude: [] }, signal);
      const written = toWrittenRequest({ model: described, simulate: false, answers: {} });
      assert.deepEqual(parseLaunchRequest(written), { model: described, simulate: false, answers: {} });
    }
  });

  it('cannot be described with files that the settings exclude', async () => {
    const { root } = await begin({ exclude });
    const { files } = await planUpload([selection(root, ['case'], [])]);
    const model = { name: 'Wing', files };
    const refused = describeModel(model, { root, exclude }, signal);
    await assert.rejects(refused, { kind: 'filesNotDescribable', reason: 'excluded' });
    const described = await describeModel(model, { root, exclude: [] }, signal);
    assert.deepEqual(described, { files: ['case'], exclude: [], name: 'Wing' });
  });
});
