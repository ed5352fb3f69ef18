import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, tools } from '../../src/contributions';
import { getAccountAt } from '../../src/secrets/accountSecrets';
import { toServiceRef } from '../../src/session/service';
import { waitFor } from '../host/waitFor';
import { canaryToken, leaksIn, secretForms, wrappedForms } from '../support/canaryToken';
import { replyWith, rewriteResponse } from '../support/emulatorFaults';
import { noFollower } from '../support/runner';
import type { RecordingEmulator } from '../support/service';
import { forgetLaunches, live, restoreWindow, run, useNewService } from './support/live';

const forms = Object.entries({
  ...secretForms(canaryToken),
  ...wrappedForms(canaryToken, 64),
  ...wrappedForms(canaryToken, 76),
});

/** What is shown of a form. In base64, the bytes in front of the token have digits of their own. */
const hidden = /\bof (d|dX)?\[secret\]=*( \(|$)/;

const json = (status: number, value: unknown) =>
  replyWith({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

async function callTool(id: string, input: object): Promise<string> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(id, options, new vscode.CancellationTokenSource().token);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

describe('A service that repeats the token in any form does not get it', () => {
  let emulator: RecordingEmulator;

  before(forgetLaunches);
  beforeEach(async () => {
    emulator = await useNewService();
    await live.account.signIn(getAccountAt('bearer', emulator.baseUrl), canaryToken);
  });
  afterEach(restoreWindow);
  after(forgetLaunches);

  function assertHidden(shown: string, how: string): void {
    assert.match(shown, hidden, `${how}: ${shown}`);
    assert.deepEqual(leaksIn(shown), [], how);
  }

  it('into the name of a row, nor into its tooltip', async () => {
    const projects = forms.map(([how, form], index) => ({
      project_id: `p-${index}`,
      name: `${how}: of ${form}`,
      note: `of ${form}`,
    }));
    emulator.setIntercept(() => json(200, { projects }));
    const rows = await live.projectsView.getChildren();
    assert.equal(rows.length, forms.length);
    for (const [index, row] of rows.entries()) {
      const { label, tooltip, accessibilityInformation } = live.projectsView.getTreeItem(row);
      const [how = ''] = forms[index] ?? [];
      assert.ok(typeof label === 'string' && typeof tooltip === 'string', how);
      assert.ok(label.startsWith(how), `${label}, not ${how}`);
      assertHidden(label, how);
      assertHidden(tooltip.split('\n').at(-1) ?? '', how);
      assert.deepEqual(leaksIn(`${tooltip}\n${accessibilityInformation?.label}`), [], how);
    }
  });

  it('into a message, nor to an agent', async () => {
    for (const [how, form] of forms) {
      emulator.setIntercept(() => json(400, { message: `of ${form}` }));
      live.projects.refresh();
      await live.projectsView.getChildren();
      const { message = '' } = live.projectsView.tree;
      assert.match(message, /status 400/, how);
      assert.match(message, /of (d|dX)?\[secret\]/, `${how}: ${message}`);
      assert.deepEqual(leaksIn(message), [], how);
      const { from_service } = JSON.parse(await callTool(tools.listProjects, {})) as {
        readonly from_service: { readonly message: string };
      };
      assertHidden(from_service.message, how);
      emulator.setIntercept(() => json(200, { projects: [{ project_id: 'p', name: `of ${form}` }] }));
      const listed = await callTool(tools.listProjects, {});
      const { from_service: names } = JSON.parse(listed) as {
        readonly from_service: { readonly projects: readonly { readonly name: string }[] };
      };
      assertHidden(names.projects[0]?.name ?? '', how);
      assert.deepEqual(leaksIn(listed), [], how);
    }
  });

  it('into the log', async () => {
    const logFile = path.join(live.logFolder, 'Simulation Service.log');
    for (const [how, form] of forms) live.log.info(`${how}: of ${form}`);
    live.log.info('the end of the forms');
    await waitFor('the log', () => readFileSync(logFile, 'utf8').includes('the end of the forms'));
    const written = readFileSync(logFile, 'utf8');
    for (const [how] of forms) {
      const line = written.split('\n').find((one) => one.includes(`] ${how}: of`)) ?? '';
      assertHidden(line, how);
    }
    assert.deepEqual(leaksIn(written), []);
  });

  it('into the record of a launch, nor into what is shown and copied of it', async () => {
    for (const [how, form] of forms) {
      emulator.setIntercept(({ operation }) =>
        operation === 'createProject'
          ? rewriteResponse((response) => ({ ...(response as object), name: `of ${form}` }))
          : undefined,
      );
      const service = await live.connection.service();
      const plan = {
        service: toServiceRef(service, service.account),
        project: { newName: 'Study' },
        model: { name: 'Study', projectOnly: true },
        finalise: false,
        simulate: false,
        bodies: {},
      } as const;
      const { project } = await live.launches.runners.launches.start(plan, noFollower());
      assertHidden(project?.name ?? '', how);
      const [launch] = await live.launches.list();
      await run(commands.copyLaunchJson, { launch });
      assert.deepEqual(leaksIn(await vscode.env.clipboard.readText()), [], how);
      assert.deepEqual(leaksIn(await callTool(tools.getLaunch, { launch: launch?.id })), [], how);
    }
    const records = readdirSync(live.journalFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    assert.ok(records.length >= forms.length);
    assert.deepEqual(
      records.filter((file) => leaksIn(readFileSync(file, 'latin1')).length > 0),
      [],
    );
  });
});
