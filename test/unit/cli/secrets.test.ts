import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Intercept } from '../../../src/emulator/faults';
import { canaryToken, leaksIn, queryOf, secretForms, wrappedForms } from '../../support/canaryToken';
import { has } from '../../support/capabilities';
import {
  type Ended,
  homeVariables,
  makeWorld,
  startCommand,
  stopWorlds,
  type World,
} from '../../support/commandLine';
import { replyWith, rewriteResponse } from '../../support/emulatorFaults';
import { removeTempTrees } from '../../support/tempTree';

/** Limit for the words of a server that are shown; characters. */
const maxWords = 270;

/** All forms in which a server may repeat a secret. */
const allForms = (secret: string) => [
  ...Object.values(secretForms(secret)),
  ...Object.values(wrappedForms(secret, 64)),
  ...Object.values(wrappedForms(secret, 76)),
];

/** One form of each kind: a process for each of them all would take minutes. */
const someForms = (secret: string) => {
  const forms = { ...secretForms(secret), ...wrappedForms(secret, 76) };
  const kinds = [
    'as it is',
    'in percent-encoding',
    'in percent-encoding twice',
    'in JSON with codes',
    'in HTML',
    'in base64',
    'in base64url',
    'in base64, wrapped at 76',
  ];
  return kinds.map((kind) => forms[kind] ?? assert.fail(kind));
};

/** Packs forms into texts that are not cut where they are shown. */
function packForms(forms: readonly string[]): string[] {
  const texts: string[] = [];
  for (const form of forms) {
    const last = texts.at(-1);
    if (last === undefined || last.length + form.length > maxWords) texts.push(`of ${form}`);
    else texts[texts.length - 1] = `${last} and ${form}`;
  }
  return texts;
}

/** The places of a refusal in which a server may repeat a text. A header has no line breaks. */
const refusals: readonly ((text: string) => Parameters<typeof replyWith>[0])[] = [
  (text) => ({
    status: 400,
    headers: { 'content-type': 'application/json', 'x-request': header(text) },
    body: JSON.stringify({ message: text, code: text, request: { headers: [text] } }),
  }),
  (text) => ({ status: 401, headers: { 'www-authenticate': header(text) }, body: text }),
  (text) => ({
    status: 403,
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>${text}</title><pre>${text}</pre>`,
  }),
  (text) => ({
    status: 307,
    headers: { location: `http://127.0.0.1:1/${header(text)}?${header(text)}` },
    body: text,
  }),
];

const header = (text: string) => text.replace(/[^\x21-\x7e]/g, '_');

/** Refuses with a text, in another place for each number. */
const refuse = (text: string, number: number, status?: number): Intercept => {
  const refusal = refusals[number % refusals.length]!(text);
  return replyWith({ ...refusal, status: status ?? refusal.status });
};

/** All files below a folder, by their paths, except those in which upload URLs are until their upload ends. */
function readRecords(home: string): Record<string, string> {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((one) => path.join(one.parentPath, one.name));
  const records = paths.filter((file) => !file.includes(`${path.sep}upload-urls${path.sep}`));
  return Object.fromEntries(records.map((file) => [file, readFileSync(file, 'latin1')]));
}

function start({ root, home }: World, ...args: readonly string[]): Promise<Ended> {
  const env = { ...homeVariables(home), SIMULATION_SERVICE_CREDENTIAL: canaryToken };
  return startCommand([...args, '--service', 'test', '--verbose'], { cwd: root, env }).ended;
}

function assertNoLeak({ output }: Ended, { home }: World, links: readonly string[], of: string): void {
  assert.deepEqual(leaksIn(output, links), [], `${of}: ${output}`);
  for (const [file, text] of Object.entries(readRecords(home)))
    assert.deepEqual(leaksIn(text, links), [], `${of}: ${file}`);
}

describe('No output of a command has', () => {
  afterEach(async () => {
    await stopWorlds();
    await removeTempTrees();
  });

  for (const [number, text] of packForms(allForms(canaryToken)).entries())
    it(`the token, whatever a refusal repeats (${number + 1})`, async () => {
      const world = await makeWorld();
      world.emulator.setIntercept(({ operation }) =>
        operation === 'listProjects' ? refuse(text, number) : undefined,
      );
      const ended = await start(world, 'plan', 'mesh');
      assert.equal(ended.exitCode, 4, ended.output);
      if (number % refusals.length < 2) assert.match(ended.output, /of d?X?\[secret\]/i);
      assertNoLeak(ended, world, [], text);
    });

  // https://github.com/launchdarkly/ldcli/issues/786: an error quoted the token that stood in the place of another argument.
  for (const args of [
    [canaryToken],
    ['plan', canaryToken],
    ['plan', 'mesh', '--request', canaryToken],
    ['plan', 'mesh', '--service', canaryToken],
    ['launch', 'mesh', '--plan', canaryToken],
    ['resume', 'x', '--folder', canaryToken],
  ])
    it(`the token that stands in the place of another argument: ${args.join(' ').replace(canaryToken, 'TOKEN')}`, async () => {
      const world = await makeWorld();
      const { home, root } = world;
      const env = { ...homeVariables(home), SIMULATION_SERVICE_CREDENTIAL: canaryToken };
      const service = args.includes('--service') || args.length === 1 ? [] : ['--service', 'test'];
      const ended = await startCommand([...args, ...service], { cwd: root, env }).ended;
      assert.equal(ended.exitCode, 4, ended.output);
      assertNoLeak(ended, world, [], 'arguments');
    });

  it('the token, whatever names the service gives', async () => {
    const world = await makeWorld();
    const names = [...packForms(allForms(canaryToken)), canaryToken];
    world.emulator.setIntercept(({ operation }) => {
      if (operation !== 'createProject') return undefined;
      return rewriteResponse((body) => ({
        ...(body as object),
        name: names.join(' '),
        [canaryToken]: names,
      }));
    });
    const { document } = await start(world, 'plan', 'mesh');
    const launched = await start(world, 'launch', 'mesh', '--plan', String(document['plan']));
    assert.equal(launched.exitCode, 0, launched.output);
    assert.match(JSON.stringify(launched.document['project']), /\[secret\]/);
    assertNoLeak(launched, world, [], 'names');
    assertNoLeak(await start(world, 'list'), world, [], 'list');
  });

  it('an upload URL, whatever a file server repeats of it', async () => {
    const world = await makeWorld();
    const { document } = await start(world, 'plan', 'mesh');
    const links: string[] = [];
    let number = 0;
    world.emulator.setIntercept(({ operation }) => {
      if (operation !== 'uploadFile') return undefined;
      return async (exchange, handling) => {
        const link = `${world.emulator.fileServerUrl}${exchange.request.url ?? ''}`;
        links.push(link);
        const texts = packForms(someForms(exchange.query));
        const text = `${texts[number % texts.length] ?? ''} ${link}`;
        // Whatever it says, this status leaves the launch as one that can go on.
        await refuse(text, number, 422)(exchange, handling);
      };
    });
    let ended = await start(world, 'launch', 'mesh', '--plan', String(document['plan']));
    const id = String(ended.document['launch']);
    const [link = ''] = links;
    for (const text of packForms(someForms(queryOf(link)))) {
      assert.equal(ended.exitCode, 1, ended.output);
      assertNoLeak(ended, world, links, text);
      number++;
      ended = await start(world, 'resume', id);
    }
    const kept = path.join(path.dirname(world.records), 'upload-urls');
    const [file = ''] = readdirSync(kept);
    if (has('modes')) assert.equal(statSync(path.join(kept, file)).mode & 0o777, 0o600);
    world.emulator.setIntercept(undefined);
    const done = await start(world, 'resume', id);
    assert.equal(done.exitCode, 0, done.output);
    assertNoLeak(done, world, links, 'done');
    assert.deepEqual(readdirSync(kept), []);
  });
});
