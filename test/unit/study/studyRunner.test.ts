import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../../../src/client/core/clock';
import { AlreadyResolvedError, JournalError } from '../../../src/journal/errors';
import type { StudySource } from '../../../src/study/prepareStudy';
import { pruneList } from '../../../src/study/pruneList';
import { RowGate } from '../../../src/study/rowGate';
import type { Study } from '../../../src/study/studyRunner';
import { FileChangedError } from '../../../src/upload/errors';
import { needs } from '../../support/capabilities';
import { sha256 } from '../../support/hashes';
import { only } from '../../support/only';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { openStudyWindow } from '../../support/studies';
import { atSimulations, beginStudy, observer, problemsOf, refused, tableOf } from './support/studyWorld';

describe('A study', () => {
  afterEach(stopServices);

  const beginWithTemplate = async () => {
    const deck = { 'deck/main.inp.template': '*STEP\n{{ angle:6 }}', 'deck/mesh.inc': 'mesh' };
    const tree = { 'cases.csv': 'speed;angle\n0,5;10\n1;10\n2;20\n', ...deck };
    return await beginStudy(tree, { model: { files: ['deck'], exclude: [], name: 'wing' } });
  };
  const perRow: StudySource = { perRow: true, exclude: ['.env'], name: 'wing' };

  it('fills templates for each row, and uploads a model of several rows once', async () => {
    const { start, emulator, order, launches, states } = await beginWithTemplate();
    const id = await start();
    assert.equal(await states(), 'started started started');
    const models = (await launches.list.read()).map(({ record }) => String(record.modelId)).reverse();
    assert.deepEqual([models[0] === models[1], models[1] === models[2]], [true, false]);
    const stored = emulator.storedFiles(models[0] ?? '').get('main.inp');
    assert.equal(stored?.size, '*STEP\n    10'.length);
    const file = path.join(order.folder, 'studies', id, '2', 'main.inp');
    assert.equal(await readFile(file, 'utf8'), '*STEP\n    20');
    assert.equal(emulator.requests.filter(({ operation }) => operation === 'createModel').length, 2);
  });

  needs('modes').it('keeps filled templates private', async () => {
    const { start, order } = await beginWithTemplate();
    const file = path.join(order.folder, 'studies', await start(), '2', 'main.inp');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('can stop after its first row, and goes on with the others alone', async () => {
    const { studies, prepare, service, states, sent, order } = await beginWithTemplate();
    const id = await studies.startSeen(await prepare(), { service, firstRowOnly: true }, observer());
    assert.equal(await states(), 'started waiting waiting');
    const { state, record } = only(await studies.list());
    const { stopped, canResume } = state;
    assert.deepEqual([stopped, canResume, record.study.firstRowOnly], ['firstRowOnly', true, true]);
    // Its other rows keep what was agreed to, whatever happens to the template.
    await rm(path.join(order.root, 'deck', 'main.inp.template'));
    await studies.resumeSeen(id, observer());
    assert.deepEqual([await states(), sent()], ['started started started', [0.5, 1, 2]]);
  });

  it('sends its templates as they were agreed to, even if they have changed since', async () => {
    const { prepare, studies, service, emulator, launches, order } = await beginWithTemplate();
    const prepared = await prepare();
    await writeFile(path.join(order.root, 'deck', 'main.inp.template'), '*STEP\n{{ speed }}');
    await studies.startSeen(prepared, { service }, observer());
    const models = (await launches.list.read()).map(({ record }) => String(record.modelId)).reverse();
    const sent = models.map((model) => emulator.storedFiles(model).get('main.inp')?.sha256);
    assert.deepEqual(
      sent,
      ['    10', '    10', '    20'].map((angle) => sha256(`*STEP\n${angle}`)),
    );
  });

  it('creates nothing when one of many templates has changed since, and leaves nothing behind', async () => {
    const files = {
      'cases.csv': 'files,speed\na,1\nb,2\n',
      'a/deck.inp.template': 'a {{ speed }}',
      'b/deck.inp.template': 'b {{ speed }}',
    };
    const { prepare, studies, service, emulator, order } = await beginStudy(files, { model: perRow });
    const prepared = await prepare();
    const before = emulator.requests.length;
    await writeFile(path.join(order.root, 'a', 'deck.inp.template'), 'A {{ speed }}');
    await assert.rejects(studies.startSeen(prepared, { service }, observer()), FileChangedError);
    assert.deepEqual([await studies.list(), emulator.requests.length], [[], before]);
    const folder = path.join(order.folder, 'studies');
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], []);
  });

  it('stops after three refusals in a row', async () => {
    const { start, states, emulator, studies } = await beginStudy(tableOf(6));
    emulator.setIntercept(atSimulations({ 2: refused, 3: refused, 4: refused }));
    const id = await start();
    assert.equal(await states(), 'started failed failed failed waiting waiting');
    assert.equal((await studies.list())[0]?.state.stopped, 'threeFailed');
    const looks: Promise<readonly Study[]>[] = [];
    await studies.resumeSeen(id, { ...observer(), onRow: () => void looks.push(studies.list()) });
    assert.equal(await states(), 'started failed failed failed started started');
    // After a crash, the reason of before would say that the study stopped by itself.
    const [listed = []] = await Promise.all(looks);
    const { state, record } = only(listed);
    assert.deepEqual([state.isRunning, record.stopped], [true, undefined]);
  });

  it('creates another model for a row of which the upload URLs are lost, when it is tried again', async () => {
    const files = { 'cases.csv': 'files,speed\na,1\nb,2\n', 'a/deck.inp': 'a', 'b/deck.inp': 'b' };
    const { start, states, emulator, studies, launches, order } = await beginStudy(files, { model: perRow });
    let uploads = 0;
    emulator.setIntercept(({ operation }) =>
      operation === 'uploadFile' && ++uploads === 2 ? refused : undefined,
    );
    const id = await start();
    assert.equal(await states(), 'started failed');
    const stuck = (await launches.list.read()).find(({ record }) => record.plan.study?.row === 2)?.id ?? '';
    const links = await readFile(path.join(order.folder, `${stuck}.links`));
    await rm(path.join(order.folder, `${stuck}.links`));
    await studies.resumeSeen(id, observer(), true);
    const [failed] = await launches.list.read();
    assert.deepEqual([failed?.id, failed?.record.problem?.kind], [stuck, 'uploadUrlsUnavailable']);
    await studies.resumeSeen(id, observer(), true);
    assert.deepEqual([await states(), emulator.simulations.length], ['started started', 2]);
    // Once its upload URLs are found again, it could create a second simulation.
    await writeFile(path.join(order.folder, `${stuck}.links`), links);
    await assert.rejects(launches.resume(stuck, noFollower()), AlreadyResolvedError);
    assert.equal(emulator.simulations.length, 2);
  });

  it('counts as one launch and is never pruned before every row has started, or while it is in use', async () => {
    const world = await beginStudy(tableOf(3));
    world.emulator.setIntercept(atSimulations({ 2: refused }));
    await world.start();
    const window = openStudyWindow(world.order);
    const { launches, studies } = window;
    const count = async () => (await launches.list.read()).length;
    await pruneList(window, 0);
    assert.equal(await count(), 3);
    const [study] = await studies.list();
    await studies.resumeSeen(study?.id ?? '', observer(), true);
    await pruneList(window, 1);
    assert.equal(await count(), 3);
    const held = await new RowGate(world.order.folder, systemClock).studies.continue(study?.id ?? '');
    await pruneList(window, 0);
    assert.equal(await count(), 3);
    await held.close();
    await pruneList(window, 0);
    launches.journalChanged();
    assert.deepEqual([await count(), await studies.list()], [0, []]);
  });

  // https://github.com/enzingerm/snapborg/pull/35
  it('is not pushed out of the list by what a wrong clock has dated ahead of it', async () => {
    const yearMs = 365 * 86_400_000;
    const ahead = { ...systemClock, now: () => systemClock.now() + 5 * yearMs };
    const { order, start } = await beginStudy(tableOf(1), {}, { clock: ahead });
    const write = (speed: number) => writeFile(path.join(order.root, 'cases.csv'), `speed\n${speed}\n`);
    const later = [await start()];
    await write(2);
    later.push(await start());
    await write(3);
    const window = openStudyWindow(order);
    const { studies, prepare, service } = window;
    const recent = await studies.startSeen(await prepare(), { service }, observer());
    const ids = async () => (await studies.list()).map(({ id }) => id).sort();
    assert.deepEqual(await ids(), [...later, recent].sort());
    await pruneList(window, 2);
    assert.deepEqual(await ids(), [later[1], recent].sort());
    await pruneList(window, 1);
    assert.deepEqual(await ids(), [recent]);
  });

  it('leaves nothing behind if it cannot be frozen', async () => {
    const { prepare, studies, service, order } = await beginStudy(
      { ...tableOf(2), 'a.inp.template': '{{ speed }}', 'b.inp.template': '{{ speed }}' },
      { model: { files: ['*.template'], exclude: [], name: 'wing' } },
    );
    const prepared = await prepare();
    // The second file would be in a folder that is a file.
    const rendered = ['a.inp', 'a.inp/b.inp'].map((name) => ({ name, size: 1, sha256: sha256(name) }));
    const render = () => Promise.resolve(new Map(rendered.map(({ name }) => [name, Buffer.from(name)])));
    const models = prepared.models.map((model, index) =>
      index === 1 ? { ...model, rendered, render } : model,
    );
    await assert.rejects(studies.startSeen({ ...prepared, models }, { service }, observer()), JournalError);
    const folder = path.join(order.folder, 'studies');
    assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], []);
  });

  it('is not the same after the table has changed', async () => {
    const { prepare, order } = await beginStudy(tableOf(2));
    const shown = await prepare();
    assert.equal((await prepare()).hash, shown.hash);
    await writeFile(path.join(order.root, 'cases.csv'), 'speed\n1\n3\n');
    assert.notEqual((await prepare()).hash, shown.hash);
  });

  it('exports its table so that a spreadsheet runs none of its cells', async () => {
    const rows = ['-1,=cmd()', '2,"a,b"', '3,＝cmd()', '4,"x;=1+1"', '5,"a,-2;""+A1"'];
    const files = { 'cases.csv': `speed,name\n${rows.join('\n')}\n`, 'a.inp': 'a' };
    const model: StudySource = { files: ['a.inp'], exclude: [], name: 'wing' };
    const { start, studies } = await beginStudy(files, { model });
    const exported = (await studies.export(await start())) ?? '';
    const lines = exported.replace(/(?<=,started),.*/g, '').split('\r\n');
    assert.deepEqual(lines.slice(0, 6), [
      'speed,name,state,model_id,simulation_id,started_at',
      "-1,'=cmd(),started",
      '2,"a,b",started',
      "3,'＝cmd(),started",
      `4,"x;'=1+1",started`,
      `5,"a,-2;'""+A1",started`,
    ]);
  });

  it('takes the absolute path of a file inside of the folder, but none outside', async () => {
    const { prepare, order } = await beginStudy({ 'a/wing.inp': 'w', 'a/b.inp': 'b' }, { model: perRow });
    const { root } = order;
    const outside = path.dirname(root);
    const tableOf = (...cells: string[]) => `speed,files\n${cells.map((cell) => `1,"${cell}"\n`).join('')}`;
    await writeFile(path.join(root, 'cases.csv'), tableOf(path.join(root, 'a'), `${root}/a/wing.inp`, 'a'));
    const { rows, models } = await prepare();
    const named = rows.map(({ name, model }) => `${name} ${model}`);
    assert.deepEqual(named, ['a 0', 'wing.inp 1', 'a 0']);
    const files = models.map((model) => 'files' in model && model.files.map(({ name }) => name));
    assert.deepEqual(files, [['b.inp', 'wing.inp'], ['wing.inp']]);
    await writeFile(path.join(root, 'cases.csv'), tableOf('a', outside, `${root}2/x`));
    assert.deepEqual(await problemsOf(prepare()), [
      { kind: 'outsideFolder', row: 3, column: 2, text: outside },
      { kind: 'outsideFolder', row: 4, column: 2, text: `${root}2/x` },
    ]);
  });

  it('names everything that is wrong with row and column', async () => {
    const files = {
      'cases.csv': 'speed,files,other\nfast,../x,1\n1,a,2\n1,a/.env,2\n',
      'a/.env': 'KEY=1',
      'a/deck.inp.template': '{{ angle }}',
    };
    const { prepare, emulator } = await beginStudy(files, { model: perRow });
    const before = emulator.requests.length;
    assert.deepEqual(await problemsOf(prepare()), [
      { kind: 'outsideFolder', row: 2, column: 2, text: '../x' },
      { kind: 'unknownPlaceholder', name: 'angle', file: 'deck.inp.template', line: 1, column: 1 },
      { kind: 'files', row: 4, column: 2, problem: { kind: 'noMatch', entry: 'a/.env' } },
      // The files of row 2 are unknown, and one of them might have a placeholder with the name of column 3.
      { kind: 'notANumber', row: 2, column: 1, key: 'speed', text: 'fast' },
    ]);
    assert.equal(emulator.requests.length, before);
  });
});
