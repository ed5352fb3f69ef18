import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { drop } from '../../support/emulatorFaults';
import { noFollower } from '../../support/runner';
import { stopServices } from '../../support/service';
import { beginStudy } from './support/studyWorld';

/** Runs a study with a template, of which the second of three rows is cancelled while its file is uploaded. */
async function begin() {
  const tree = {
    'cases.csv': 'speed,force\n1,10\n2,20\n3,30\n',
    'beam.inp.template': '*CLOAD\n1, 2, {{ force }}\n',
  };
  const model = { files: ['beam.inp.template'], exclude: [], name: 'beam' };
  const world = await beginStudy(tree, { model });
  const { emulator, order, launches, studies, prepare, service } = world;
  const cancel = new AbortController();
  let uploads = 0;
  emulator.setIntercept(({ operation }) => {
    if (operation !== 'uploadFile' || ++uploads !== 2) return undefined;
    cancel.abort();
    return drop('beforeBody');
  });
  const study = await studies.start(await prepare(), { service }, { signal: cancel.signal });
  emulator.setIntercept(undefined);
  launches.journalChanged();
  const [second, first] = await launches.list.read();
  assert.deepEqual([first?.state, second?.state], ['launched', 'cancelled']);
  const files = path.join(order.folder, 'studies', study);
  return { ...world, study, files, first: first!.id, second: second!.id };
}

describe('The rendered files of a study that was removed from the list', () => {
  afterEach(stopServices);

  it('stay for its launches, which can be continued', async () => {
    const { studies, launches, emulator, study, files, second } = await begin();
    await studies.remove(study);
    assert.deepEqual(await studies.list(), []);
    assert.ok(existsSync(files));
    await launches.resume(second, noFollower());
    launches.journalChanged();
    const states = (await launches.list.read()).map(({ state }) => state);
    assert.deepEqual(states, ['launched', 'launched']);
    assert.equal(emulator.simulations.length, 2);
  });

  it('go with the last of its launches, removed or pruned', async () => {
    const { studies, launches, study, files, first, second } = await begin();
    await studies.remove(study);
    await launches.remover.remove([first]);
    assert.ok(existsSync(files));
    await launches.remover.prune(0);
    assert.deepEqual([await launches.list.read(), existsSync(files)], [[], false]);
    assert.notEqual(first, second);
  });

  it('go at once when it has no launches any more, and stay as long as it is in the list', async () => {
    const { studies, launches, study, files, first, second } = await begin();
    await launches.remover.remove([first, second]);
    assert.ok(existsSync(files));
    await studies.remove(study);
    assert.ok(!existsSync(files));
  });
});
