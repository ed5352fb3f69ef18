import * as vscode from 'vscode';
import { totalSizeOf } from '../client/core/totalSize';
import { stringifyExactly } from '../client/response/exactJson';
import type { CommandContext } from '../context';
import { isDismissed } from '../flows/multiStep';
import { pickOne } from '../flows/quickInput';
import { UnknownOutcomeError } from '../launch/errors';
import type { Launch } from '../launch/launch';
import { exportLaunch, type ExportTexts } from '../launch/launchExport';
import type { LaunchRecord } from '../launch/launchRecord';
import { type LaunchState, launchStates } from '../launch/launchState';
import type { UnreadableRecord } from '../launch/launchSummary';
import { formatBytes } from '../platform/format';
import { askModally, copyData, showMessage, writeData } from '../platform/output';
import { launchScheme } from '../views/launchDocuments';
import { getStateLabel } from '../views/launchItems';
import { createSimulationOf } from './createSimulation';
import { resumeLaunch, settleLaunch, startOver } from './startLaunch';

/**
 * The launch of the row that a menu passes, or of the selected row. Only its identifier is taken from the argument,
 * because another extension could pass a forged launch.
 */
async function launchOf(context: CommandContext, node: unknown): Promise<Launch | undefined> {
  const id = node === undefined ? context.getSelectedLaunch() : launchIdIn(node);
  return (await context.launches.list()).find((launch) => launch.id === id);
}

function launchIdIn(node: unknown): unknown {
  const { launch } = (node ?? {}) as Readonly<Record<string, unknown>>;
  return ((launch ?? {}) as Readonly<Record<string, unknown>>)['id'];
}

type LaunchCommand = (context: CommandContext, launch: Launch) => Promise<void>;

/** Turns an action on one launch into a command; does nothing without a launch. */
export function withLaunch(
  command: LaunchCommand,
): (context: CommandContext, node?: unknown) => Promise<void> {
  return async (context, node) => {
    const launch = await launchOf(context, node);
    if (launch !== undefined) await command(context, launch);
  };
}

export const resume = withLaunch((context, { id }) => resumeLaunch(context, id));

export const finalise = withLaunch((context, { id }) => resumeLaunch(context, id, { finalise: true }));

/** Any caller can pass any launch: do nothing if its outcome is not unknown. */
export const resolve = withLaunch(async (context, { record, state }) => {
  if (state === 'unknown') {
    await settleLaunch(context, record);
    return;
  }
  const text = vscode.l10n.t(
    'The outcome of the launch of “{0}” is known. Its state: {1}.',
    record.plan.model.name,
    getStateLabel(state),
  );
  void showMessage('information', text);
});

export const cancel = withLaunch((context, { id }) => {
  context.launches.cancel(id);
  return Promise.resolve();
});

export const simulate = withLaunch(async (context, { state, record: { modelId, plan } }) => {
  assertKnown(state);
  if (modelId === undefined) return;
  await createSimulationOf(context, plan.service, { id: modelId, name: plan.model.name });
});

/** Asks first, because the command can be called without seeing what it does. */
export const recreate = withLaunch(async (context, { state, record }) => {
  assertKnown(state);
  const confirm = vscode.l10n.t('Create Again');
  const chosen = await askModally('information', ...createAgainQuestion(record.plan), confirm);
  if (chosen === confirm) await startOver(context, record);
});

/**
 * Guards commands that were called for a row that does not offer them.
 * @throws UnknownOutcomeError while a simulation may be running unnoticed
 */
function assertKnown(state: LaunchState): void {
  if (state === 'unknown') throw new UnknownOutcomeError();
}

function createAgainQuestion({
  model,
  service,
  simulate,
}: LaunchRecord['plan']): [text: string, detail: string] {
  const files = 'files' in model ? model.files : [];
  const size = formatBytes(totalSizeOf(files));
  const upload = vscode.l10n.t(
    'Files: {0}, {1}. They will be uploaded to {2}.',
    files.length,
    size,
    service.origin,
  );
  const run = simulate ? `\n${vscode.l10n.t('Then a simulation will be created.')}` : '';
  return [vscode.l10n.t('Create “{0}” again as a new model?', model.name), upload + run];
}

export const copyIds = withLaunch(async (_, { record: { project, modelId, simulation } }) => {
  const ids = { project_id: project?.id, model_id: modelId, simulation_id: simulation?.id };
  const lines = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [`${name}: ${id}`]));
  await copyData(lines.join('\n'));
});

export const copyJson = withLaunch(async (context, launch) => {
  await copyData(exportText(context, launch));
});

export const exportRecord = withLaunch(async (context, launch) => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${launch.record.plan.model.name}.launch-record.json`.replace(/[^\p{L}\p{N}._ -]/gu, '_');
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Launch Record'),
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  await writeData(target, exportText(context, launch));
  void offerToOpen(target);
});

async function offerToOpen(file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open');
  const name = file.path.slice(file.path.lastIndexOf('/') + 1);
  const text = vscode.l10n.t('The launch record was exported to “{0}”.', name);
  if ((await showMessage('information', text, open)) === open)
    await vscode.commands.executeCommand('vscode.open', file);
}

export const reveal = withLaunch(async (_, { record: { plan } }) => {
  const [first] = 'files' in plan.model ? plan.model.files : [];
  if (first !== undefined)
    await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(first.path));
});

const removeListed = withLaunch(async (context, launch) => {
  const confirm = vscode.l10n.t('Remove');
  const chosen = await askModally(
    'warning',
    vscode.l10n.t('Remove the launch of “{0}” from the list?', launch.record.plan.model.name),
    vscode.l10n.t('Nothing on the service changes.'),
    confirm,
  );
  if (chosen === confirm) await context.launches.remove([launch.id], [launch]);
});

export async function remove(context: CommandContext, node?: unknown): Promise<void> {
  const damaged = await findDamagedRecord(context, node);
  if (damaged === undefined) await removeListed(context, node);
  else await removeDamaged(context, damaged);
}

/** Takes only the identifier of the row that a menu passes, as in {@link launchOf}. */
async function findDamagedRecord(
  context: CommandContext,
  node: unknown,
): Promise<UnreadableRecord | undefined> {
  const { record } = (node ?? {}) as Readonly<Record<string, unknown>>;
  const { id } = (record ?? {}) as Readonly<Record<string, unknown>>;
  if (id === undefined) return undefined;
  return (await context.launches.unreadable()).find((one) => one.id === id && one.code === 'damaged');
}

async function removeDamaged(context: CommandContext, { id }: UnreadableRecord): Promise<void> {
  const confirm = vscode.l10n.t('Remove');
  const chosen = await askModally(
    'warning',
    vscode.l10n.t('Remove the damaged record from the list?'),
    vscode.l10n.t('Its file is kept. Nothing on the service changes.'),
    confirm,
  );
  if (chosen === confirm) await context.launches.quarantine(id);
}

export const compare = withLaunch(async (context, launch) => {
  const others = (await context.launches.list()).filter(
    ({ id, record }) => id !== launch.id && 'files' in record.plan.model,
  );
  if (others.length === 0) {
    void showMessage('information', vscode.l10n.t('There is no other launch to compare with.'));
    return;
  }
  const answer = await pickOne<Launch>({
    title: vscode.l10n.t('Compare with Launch'),
    placeholder: vscode.l10n.t('Select the launch to compare with'),
    choices: () => Promise.resolve(others.map((other) => ({ ...launchChoice(other), value: other }))),
  });
  if (!isDismissed(answer)) await showComparison(context, answer, launch);
});

async function showComparison(context: CommandContext, older: Launch, newer: Launch): Promise<void> {
  const uri = ({ id }: Launch) => vscode.Uri.from({ scheme: launchScheme, path: `/${id}.txt` });
  const title = vscode.l10n.t('{0} and {1}', launchName(context, older), launchName(context, newer));
  await vscode.commands.executeCommand('vscode.diff', uri(older), uri(newer), title);
}

function launchName({ redactor }: CommandContext, { record }: Launch): string {
  return `${redactor.exact(record.plan.model.name)}, ${new Date(record.plannedAt).toLocaleString(vscode.env.language)}`;
}

function launchChoice({ record, state }: Launch): vscode.QuickPickItem {
  return {
    label: record.plan.model.name,
    description: getStateLabel(state),
    detail: new Date(record.plannedAt).toLocaleString(vscode.env.language),
  };
}

export async function filterLaunches(context: CommandContext): Promise<void> {
  const { filter } = context.launchesView;
  const items = launchStates.map((state) => ({
    label: getStateLabel(state),
    picked: filter === undefined || filter.has(state),
    state,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Filter by State'),
    placeHolder: vscode.l10n.t('Select the states to show'),
    canPickMany: true,
  });
  if (chosen === undefined) return;
  const all = chosen.length === 0 || chosen.length === launchStates.length;
  context.launchesView.filter = all ? undefined : new Set(chosen.map(({ state }) => state));
}

function exportText({ redactor }: CommandContext, { record, state }: Launch): string {
  const texts: ExportTexts = {
    exact: (name) => redactor.exact(name),
    serverMessage: (words) => redactor.words(words),
  };
  return `${stringifyExactly(exportLaunch(record, state, texts), 2)}\n`;
}
