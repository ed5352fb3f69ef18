import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Operation } from '../../../src/client/core/types';
import { canaryToken, queryOf, secretForms } from '../../support/canaryToken';
import { echoes, refusesWith, succeedsWithEcho } from './support/canaryEchoes';
import type { Fault } from './support/faults';
import { assertNoLeak } from './support/leaks';
import { closeScenes, type Scene, setScene } from './support/scene';
import { columns } from './support/verdicts';

async function play(operation: Operation, fault: Fault): Promise<Scene> {
  const scene = await setScene(operation, fault);
  scene.transport.detours = Infinity;
  await (operation === 'listProjects' ? scene.list() : scene.run()).catch(() => undefined);
  assert.ok((await scene.server!.fired()) > 0);
  return scene;
}

describe('A server that repeats the credentials of a request', () => {
  afterEach(closeScenes);

  for (const operation of columns) {
    for (const echo of echoes)
      it(`does not get them anywhere · ${operation}: refusals and ${echo.name}`, async () => {
        for (const status of [400, 401, 500]) {
          const scene = await play(operation, refusesWith(status, echo));
          const [error] = scene.errors;
          const { serverMessage } = (operation === 'uploadFile' ? (error as Error).cause : error) as {
            serverMessage?: string;
          };
          assert.equal(serverMessage?.includes('[secret]') === true, echo.hasWords, serverMessage);
          await assertNoLeak(scene);
        }
      });

    it(`does not get them anywhere · ${operation}: a success`, async () => {
      const scene = await play(operation, succeedsWithEcho(operation));
      assert.deepEqual(scene.errors, []);
      await assertNoLeak(scene);
    });
  }
});

describe('A service that quotes an upload URL', () => {
  afterEach(closeScenes);

  for (const operation of ['finaliseModel', 'createSimulation'] as const)
    it(`does not get it anywhere · ${operation}`, async () => {
      const quote = (): { body: string } => {
        const [link = ''] = scene.transport.links;
        return { body: `${link} is empty, and so is ${link.slice(scene.emulator.fileServerUrl.length)}` };
      };
      const scene = await setScene(operation, refusesWith(400, { ...echoes[0]!, reply: quote }));
      scene.transport.detours = Infinity;
      await scene.run().catch(() => undefined);
      const { serverMessage } = scene.record.record.problem!;
      assert.match(serverMessage!, /^\[URL\] is empty, and so is \/uploads\/[^/]+\/0\?\[query\]$/);
      await assertNoLeak(scene);
    });
});

/** Places where a text may leak. */
const outlets: Readonly<Record<string, (scene: Scene, text: string) => unknown>> = {
  'a line of the log': ({ log }, text) => log.push(`POST host: ${text}`),
  'a file beside the journal': ({ folder }, text) => writeFile(path.join(folder, 'x'), `\0${text}`),
  'an entry of the journal': ({ record }, text) =>
    record.append({ kind: 'failed', problem: { kind: 'status', serverMessage: text } }),
  'the message of an error': ({ errors }, text) => errors.push(new Error(`no, ${text}`)),
  'a property of the cause of an error': ({ errors }, text) =>
    errors.push(new Error('no', { cause: Object.assign(new Error('not this'), { sent: [text] }) })),
  'a property that is not enumerated': ({ errors }, text) =>
    errors.push(Object.defineProperty(new Error('no'), 'sent', { value: text })),
  'a thrown text': ({ errors }, text) => errors.push(text),
};

/** Texts that are or contain a secret, derived from an upload URL. */
const secretTexts: readonly ((link: string) => string)[] = [
  ...[...Object.values(secretForms(canaryToken)), canaryToken.slice(9, 21)].map((form) => () => form),
  (link) => link,
  queryOf,
  (link) => link.slice(-64),
  (link) => link.slice(-44, -32),
];

describe('The search for leaks', () => {
  afterEach(closeScenes);

  async function cleanScene(): Promise<Scene> {
    const scene = await play('finaliseModel', refusesWith(400, echoes[0]!));
    await assertNoLeak(scene);
    return scene;
  }

  for (const [where, letOut] of Object.entries(outlets))
    it(`finds the token, an upload URL and parts of both in ${where}`, async () => {
      for (const tell of secretTexts) {
        const scene = await cleanScene();
        const [link] = scene.transport.links;
        await letOut(scene, tell(link!));
        await assert.rejects(assertNoLeak(scene), assert.AssertionError);
      }
    });

  it('finds a request to the service without the token', async () => {
    const scene = await cleanScene();
    await fetch(`${scene.emulator.baseUrl}/variant_b/v7/projects`);
    await assert.rejects(assertNoLeak(scene), assert.AssertionError);
  });

  it('finds the token in a request to the file server', async () => {
    const scene = await cleanScene();
    const headers = { 'x-api-key': canaryToken };
    await fetch(`${scene.emulator.fileServerUrl}/uploads/m/0`, { method: 'PUT', headers, body: 'x' });
    await assert.rejects(assertNoLeak(scene), assert.AssertionError);
  });
});
