import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { appendFile, chmod, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Operation } from '../../../src/client/core/types';
import { LockLostError } from '../../../src/journal/recordLock';
import { launchState, type LaunchStep } from '../../../src/launch/launchRecord';
import { needs } from '../../support/capabilities';
import { newestFile } from '../../support/recordFiles';
import { rejectionOf } from '../../support/rejections';
import { type Fault, pass } from './support/faults';
import { assertNoLeak } from './support/leaks';
import { closeScenes, meshFile, type Scene, setScene } from './support/scene';
import { columns } from './support/verdicts';
import type { Visit } from './support/visit';

const reason = new Error('cancelled by the user');
const hourMs = 3_600_000;

const fault = (act: Fault['act']): Fault => ({ name: 'this side', shows: () => ({}), act });

type Act = (visit: Visit, scene: Scene) => Promise<void>;

/** A scene in which all requests of an operation meet a server that does this. */
async function meet(operation: Operation, act: Act, scheme?: 'tls'): Promise<Scene> {
  const met = fault((visit) => act(visit, scene));
  const scene: Scene = await setScene(operation, { ...met, ...(scheme && { scheme }) });
  scene.transport.detours = Infinity;
  return scene;
}

/** Cancels once a request has arrived. */
const cancelling = (cancel: AbortController) => async (visit: Visit) => {
  await visit.read();
  cancel.abort(reason);
  await visit.waitForClose();
};

/** Does this while a file is being sent. */
const whileSending =
  (act: (scene: Scene) => Promise<void>): Act =>
  async (visit, scene) => {
    await visit.read(() => 0);
    await act(scene);
    await pass(visit);
  };

const meshOf = ({ root }: Scene): string => path.join(root, meshFile);

function seen(scene: Scene): number[] {
  return columns.map((operation) => scene.seen(operation));
}

function recordOf({ folder, record }: Scene): string {
  return newestFile(folder, record.record.plan.launch);
}

/** Takes over like another window that considers this one dead. */
function takeOver({ folder, record }: Scene): void {
  const owner = { token: 'another', pid: process.pid, host: 'another' };
  writeFileSync(path.join(folder, `${record.record.plan.launch}.lock`), JSON.stringify(owner));
}

async function lastEntry(scene: Scene): Promise<string> {
  return (await scene.journal()).entries.at(-1)!.kind;
}

/** Rows 46 (6 cells), 51 (2), 53 (6) and 54 (5). */
describe('The fault matrix, faults of this computer', () => {
  afterEach(closeScenes);

  describe('row 46, cancelled', () => {
    for (const [operation, before, after, end] of [
      ['createProject', [0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], 'unknown'],
      ['createModel', [1, 0, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0], 'unknown'],
      ['uploadFile', [1, 0, 1, 0, 0, 0], [1, 0, 1, 1, 0, 0], 'cancelled'],
      ['finaliseModel', [1, 0, 1, 3, 0, 0], [1, 0, 1, 3, 1, 0], 'unknown'],
      ['createSimulation', [1, 0, 1, 3, 1, 0], [1, 0, 1, 3, 1, 1], 'unknown'],
    ] as const) {
      const step: LaunchStep = operation === 'uploadFile' ? 'uploadFiles' : operation;
      it(`before sending · ${operation}: cancelled, and nothing is sent`, async () => {
        const scene = await setScene(operation, fault(pass));
        const cancel = new AbortController();
        const onChange = ({ open }: { open?: LaunchStep }) => open === step && cancel.abort(reason);
        assert.equal(await rejectionOf(scene.run({ signal: cancel.signal, onChange })), reason);
        assert.deepEqual(seen(scene), before);
        assert.deepEqual([launchState(scene.record.record), scene.clock.waits], ['cancelled', []]);
        assert.equal(await lastEntry(scene), 'cancelled');
        await assertNoLeak(scene);
      });

      it(`before a connection is established · ${operation}: cancelled at once, and nothing is sent`, async () => {
        const cancel = new AbortController();
        const cancelsFirst = async (visit: Visit) => {
          await visit.waitForData();
          cancel.abort(reason);
          await visit.waitForClose();
        };
        const scene = await meet(operation, cancelsFirst, 'tls');
        assert.equal(await rejectionOf(scene.run({ signal: cancel.signal })), reason);
        assert.equal(await scene.server!.fired(), 1);
        assert.deepEqual([launchState(scene.record.record), scene.clock.waits], ['cancelled', []]);
        assert.equal(await lastEntry(scene), 'cancelled');
        await assertNoLeak(scene);
        // The connection is closed long before the time for it is over.
      }).timeout(10_000);

      it(`after sending · ${operation}: ${end}`, async () => {
        const cancel = new AbortController();
        const scene = await meet(operation, cancelling(cancel));
        await rejectionOf(scene.run({ signal: cancel.signal }));
        assert.equal(await scene.server!.fired(), 1);
        assert.deepEqual(seen(scene), after);
        assert.equal(launchState(scene.record.record), end);
        // The response to a create or a finalise is awaited; a file can be sent again.
        assert.deepEqual(scene.clock.waits, end === 'unknown' ? [10_000] : []);
        assert.equal(await lastEntry(scene), end);
        await assertNoLeak(scene);
      });
    }

    it('before sending · listProjects: nothing is sent', async () => {
      const scene = await setScene('listProjects', fault(pass));
      assert.equal(await rejectionOf(scene.list({ signal: AbortSignal.abort(reason) })), reason);
      assert.deepEqual(seen(scene), [0, 0, 0, 0, 0, 0]);
      await assertNoLeak(scene);
    });

    it('after sending · listProjects: the connection is closed', async () => {
      const cancel = new AbortController();
      const scene = await meet('listProjects', cancelling(cancel));
      assert.equal(await rejectionOf(scene.list({ signal: cancel.signal })), reason);
      assert.deepEqual([await scene.server!.fired(), scene.clock.waits], [1, []]);
      await assertNoLeak(scene);
    });
  });

  describe('row 51, a file that is', () => {
    const changes: Readonly<Record<string, (file: string) => Promise<void>>> = {
      rewritten: (file) => writeFile(file, Buffer.alloc(96 * 1024 + 1, 'x')),
      shrunk: (file) => truncate(file, 1000),
      grown: (file) => appendFile(file, 'x'),
      gone: (file) => rm(file),
      async replaced(file) {
        await writeFile(`${file}.new`, Buffer.alloc(96 * 1024 + 1, '1, 0, 0\n'));
        await rename(`${file}.new`, file);
      },
    };
    for (const [name, change] of Object.entries(changes)) {
      it(`${name} · createModel: nothing is created, and the file is named`, async () => {
        const scene = await setScene('createModel', fault(pass));
        await change(meshOf(scene));
        await rejectionOf(scene.run());
        assert.deepEqual(seen(scene), [0, 0, 0, 0, 0, 0]);
        assert.deepEqual([await lastEntry(scene), scene.record.record.problem?.file], ['failed', meshFile]);
        await assertNoLeak(scene);
      });

      it(`${name} · uploadFile: abandoned before it is sent`, async () => {
        const scene = await setScene('uploadFile', fault(pass));
        const create = scene.client.createModel.bind(scene.client);
        scene.client.createModel = async (...args) => {
          const created = await create(...args);
          await change(meshOf(scene));
          return created;
        };
        await rejectionOf(scene.run());
        await checkAbandoned(scene, [1, 0, 1, 0, 0, 0]);
      });

      // The file is open while it is sent.
      const capabilities = change === changes.replaced ? (['replacement'] as const) : [];
      needs(...capabilities).it(`${name} · uploadFile: abandoned after it was sent`, async () => {
        const changing = whileSending((scene) => change(meshOf(scene)));
        const scene = await meet('uploadFile', changing);
        await rejectionOf(scene.run());
        assert.equal(await scene.server!.fired(), 1);
        await checkAbandoned(scene, [1, 0, 1, 1, 0, 0]);
      });
    }

    async function checkAbandoned(scene: Scene, requests: number[]): Promise<void> {
      assert.deepEqual(seen(scene), requests);
      const { problem } = scene.record.record;
      assert.deepEqual([problem?.kind, problem?.file], ['fileChanged', meshFile]);
      assert.equal(await lastEntry(scene), 'modelAbandoned');
      assert.equal(scene.links.size, 0);
      await assertNoLeak(scene);
    }
  });

  it('row 51, a file of which only the change time moves · uploadFile: sent, finalised and simulated', async () => {
    const changing = whileSending((scene) => chmod(meshOf(scene), 0o600));
    const scene = await meet('uploadFile', changing);
    await scene.run();
    assert.deepEqual(seen(scene), [1, 0, 1, 3, 1, 1]);
    assert.equal(scene.record.files!.accepted.get(meshFile), scene.hashes.get(meshFile));
    await assertNoLeak(scene);
  });

  const announced = {
    createProject: [0, 0, 0, 0, 0, 0],
    createModel: [1, 0, 0, 0, 0, 0],
    finaliseModel: [1, 0, 1, 3, 0, 0],
    createSimulation: [1, 0, 1, 3, 1, 0],
  };
  for (const [step, before] of Object.entries(announced))
    it(`row 54, another window takes over · ${step}: nothing more is sent or written`, async () => {
      const scene = await setScene('createProject', fault(pass));
      let kept = '';
      const onChange = ({ open }: { open?: LaunchStep }) => {
        if (open !== step) return;
        kept = readFileSync(recordOf(scene), 'utf8');
        takeOver(scene);
      };
      assert.ok((await rejectionOf(scene.run({ onChange }))) instanceof LockLostError);
      assert.deepEqual(seen(scene), before);
      assert.equal(readFileSync(recordOf(scene), 'utf8'), kept);
    });

  it('row 54, another window takes over while a file is sent: the upload is aborted, and nothing is written', async () => {
    let kept = '';
    const scene = await meet('uploadFile', async (visit, scene) => {
      await visit.read(() => 0);
      kept = readFileSync(recordOf(scene), 'utf8');
      takeOver(scene);
      await assert.rejects(scene.record.requireOwnership(), LockLostError);
      await visit.waitForClose();
    });
    assert.ok((await rejectionOf(scene.run())) instanceof LockLostError);
    assert.equal(await scene.server!.fired(), 1);
    assert.deepEqual(seen(scene), [1, 0, 1, 1, 0, 0]);
    assert.equal(readFileSync(recordOf(scene), 'utf8'), kept);
    assert.equal(scene.links.size, 1);
  });

  for (const [name, offset] of [
    ['three days behind', -72 * hourMs],
    ['half an hour ahead', hourMs / 2],
  ] as const)
    it(`row 53, a clock that is ${name} · all: launched`, async () => {
      const scene = await setScene('createProject', fault(pass), undefined, Date.now() + offset);
      await scene.list();
      await scene.run();
      assert.deepEqual(seen(scene), [1, 1, 1, 3, 1, 1]);
      assert.equal(launchState(scene.record.record), 'launched');
      await assertNoLeak(scene);
    });
});
