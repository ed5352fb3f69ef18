import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { exportLaunch } from '../../../src/launch/launchExport';
import { listPublicIdentifiers } from '../../../src/launch/launchRecord';
import { createUploadUrlStore } from '../../../src/platform/uploadUrlStorage';
import { Redactor } from '../../../src/secrets/redactor';
import { leaksIn, secretForms, wrappedForms } from '../../support/canaryToken';
import { createClient } from '../../support/client';
import { replyWith, rewriteResponse } from '../../support/emulatorFaults';
import { keyring } from '../../support/keyring';
import { plannedLaunch } from '../../support/launches';
import { only } from '../../support/only';
import { newRunner, noFollower } from '../../support/runner';
import { startService, stopServices } from '../../support/service';
import { tempTree } from '../../support/tempTree';

const token = 'canary-5d1c+7f/0b&2e=93a4-token';
const modelId = '64f1c0ffee64f1c0ffee64f1';

type Place = Awaited<ReturnType<typeof newPlace>>;
type Window = ReturnType<typeof openWindow>;

/** One of the windows of a machine, composed like in the extension. */
function openWindow({ emulator, folder, secrets }: Place) {
  const redactor = new Redactor();
  redactor.addSecret(token);
  const client = createClient(emulator.baseUrl, {
    credentials: { headers: () => Promise.resolve({ authorization: `Bearer ${token}` }) },
    hide: (text, carried) => redactor.words(text, carried),
  });
  const runner = newRunner(folder, client, {
    random: () => 0,
    uploadUrls: createUploadUrlStore(secrets, redactor, () => undefined),
    hide: (name) => redactor.exact(name),
    onRecord: (record) => redactor.allow(listPublicIdentifiers(record)),
  });
  return { runner, redactor };
}

async function newPlace() {
  const { emulator } = await startService();
  return { emulator, folder: path.join(await tempTree(), 'launches'), secrets: keyring() };
}

async function planAt({ emulator }: Place) {
  return (await plannedLaunch(emulator, { 'a.inp': '*INCLUDE' })).plan;
}

async function journalText({ folder }: Place): Promise<string> {
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'latin1')))).join('\n');
}

/** Everything that a window shows, exports or stores of its only launch. */
async function collectOutput(place: Place, { runner, redactor }: Window): Promise<string> {
  const [launch] = await runner.list.read();
  const { record, state } = launch!;
  const texts = {
    exact: (name: string) => redactor.exact(name),
    serverMessage: (words: string) => redactor.words(words),
  };
  const json = JSON.stringify(
    exportLaunch({ record, files: await runner.list.readFiles(record.plan.launch) }, state, texts),
  );
  return [await journalText(place), json, redactor.exact(record.problem?.serverMessage ?? '')].join('\n');
}

/** For the search for leaks: the expiry of an upload URL is no secret. */
function signatureOf(link: string): string {
  return `${new URL(link).origin}?${new URL(link).searchParams.get('signature')!}`;
}

/** The parts of an upload URL that a service may know. */
const quotes: Readonly<Record<string, (link: URL) => string>> = {
  'its query': ({ search }) => search.slice(1),
  'its signature as a field': ({ searchParams }) => `sig=${searchParams.get('signature')!}`,
  'its signature alone': ({ searchParams }) => searchParams.get('signature')!,
  'its signature in the alphabet for URLs': ({ searchParams }) =>
    searchParams.get('signature')!.replaceAll('+', '-').replaceAll('/', '_'),
};

/** Those that show by themselves that they are parts of a URL. */
const evidentQuotes: typeof quotes = {
  'its path and query': ({ pathname, search }) => pathname + search,
  'all of it in a JSON text': ({ href }) => JSON.stringify({ url: href }).replaceAll('&', '\\u0026'),
};

describe('A service that refuses to finalise and quotes an upload URL', () => {
  afterEach(stopServices);

  for (const [what, quote] of Object.entries({ ...quotes, ...evidentQuotes })) {
    for (const form of ['as it is', 'in XML']) {
      it(`does not get it into journal, message and record: ${what}, ${form}`, async () => {
        const place = await newPlace();
        const links: string[] = [];
        place.emulator.setIntercept(({ operation }) => {
          if (operation === 'createModel') {
            return rewriteResponse((response) => {
              links.push(
                ...(response as { files: { upload_url: string }[] }).files.map((file) => file.upload_url),
              );
              return response;
            });
          }
          if (operation !== 'finaliseModel') return undefined;
          const text = `Not yet: ${quote(new URL(links[0]!))} was not used`;
          const xml = text.replace(/[&<>"'/+]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
          return form === 'in XML'
            ? replyWith({ status: 400, body: `<Error><Message>${xml}</Message></Error>` })
            : replyWith({ status: 400, body: JSON.stringify({ message: text }) });
        });
        const first = openWindow(place);
        await assert.rejects(first.runner.start(await planAt(place), noFollower()));
        assert.equal(place.secrets.content.size, 0, 'the links are deleted');
        const { id, record } = only(await first.runner.list.read());
        assert.match(
          record.problem?.serverMessage ?? '',
          /^Not yet: .*(\[secret\]|\[query\]|\[URL\]).* was not used$/,
        );
        const assertNoLeak = async (window: Window) =>
          assert.deepEqual(leaksIn(await collectOutput(place, window), links.map(signatureOf)), []);
        await assertNoLeak(first);
        // After a reload, no window knows the links that were deleted.
        if (!(what in evidentQuotes)) return;
        const later = openWindow(place);
        await assert.rejects(later.runner.resume(id, noFollower()));
        await assertNoLeak(later);
      });
    }
  }

  it('can still name its model, although the name is part of the URL', async () => {
    const place = await newPlace();
    let signature = '';
    place.emulator.setIntercept(({ operation }) => {
      if (operation === 'createModel') {
        return rewriteResponse((response) => {
          const { files } = response as { files: { name: string; upload_url: string }[] };
          const signed = new URL(files[0]!.upload_url);
          signature = signed.searchParams.get('signature')!;
          const upload_url = `${signed.href}&key=${modelId}`;
          return { model_id: modelId, files: [{ ...files[0], upload_url }] };
        });
      }
      return operation === 'uploadFile'
        ? replyWith({ status: 403, body: `Model ${modelId} has no ${signature}` })
        : undefined;
    });
    const window = openWindow(place);
    await assert.rejects(window.runner.start(await planAt(place), noFollower()));
    const { record } = only(await window.runner.list.read());
    assert.deepEqual(
      [record.modelId, record.problem?.serverMessage],
      [modelId, `Model ${modelId} has no [secret]`],
    );
    const said = `Model ${modelId} cannot be completed`;
    assert.equal(window.redactor.exact(said), said);
  });
});

describe('A service that puts a token into names', () => {
  afterEach(stopServices);

  const forms = { ...secretForms(token), ...wrappedForms(token, 64), ...wrappedForms(token, 76) };
  for (const [how, form] of Object.entries(forms))
    it(`does not get it into the journal: ${how}`, async () => {
      const place = await newPlace();
      place.emulator.setIntercept(({ operation }) =>
        operation === 'createProject'
          ? rewriteResponse((response) => ({ ...(response as object), name: `of ${form}` }))
          : undefined,
      );
      const window = openWindow(place);
      const { project } = await window.runner.start(await planAt(place), noFollower());
      assert.match(project?.name ?? '', /^of (d|dX)?\[secret\]$/);
      assert.deepEqual(leaksIn(await collectOutput(place, window)), []);
    });

  it('does not get it into the plan of a launch either', async () => {
    const place = await newPlace();
    const window = openWindow(place);
    const plan = { ...(await planAt(place)), project: { id: 'p-1', name: `of ${token}` }, simulate: false };
    const record = await window.runner.start(plan, noFollower());
    assert.deepEqual(record.plan.project, { id: 'p-1', name: 'of [secret]' });
    assert.deepEqual(leaksIn(await collectOutput(place, window)), []);
  });
});
