import * as vscode from 'vscode';
import { exportLaunch } from '../launch/launchExport';
import type { LaunchState } from '../launch/launchRecord';
import type { Launch } from '../launches';
import { stateWord } from '../views/launchItems';
import type { CommandContext } from './context';
import { createSimulationOf } from './createSimulation';
import { resumeLaunch, startOver } from './launching';
import { isLeft } from './projectSteps';
import { pickOne } from './quickInput';
import { settleLaunch } from './settleLaunch';

/** What a menu of the Launches view, or another extension, passes: a row that belongs to a launch. */
async function launchOf(context: CommandContext, node: unknown): Promise<Launch | undefined> {
  const id = (node as { launch?: { id?: unknown } } | undefined)?.launch?.id;
  const launches = await context.launches.list();
  if (typeof id === 'string') return launches.find((launch) => launch.id === id);
  const selected = context.selectedLaunch();
  return launches.find((launch) => launch.id === selected);
}

type LaunchCommand = (context: CommandContext, launch: Launch) => Promise<void>;

/** Makes a command of something that is done with one launch; without a launch there is nothing to do. */
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

export const settle = withLaunch((context, { record }) => settleLaunch(context, record));

export const cancel = withLaunch((context, { id }) => {
  context.launches.cancel(id);
  return Promise.resolve();
});

export const simulate = withLaunch(async (context, { record: { modelId, plan } }) => {
  if (modelId !== undefined) await createSimulationOf(context, { id: modelId, name: plan.model.name });
});

export const again = withLaunch((context, { record }) => startOver(context, record));

export const copyIds = withLaunch(async (_, { record: { project, modelId, simulation } }) => {
  const ids = { project_id: project?.id, model_id: modelId, simulation_id: simulation?.id };
  const lines = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [`${name}: ${id}`]));
  await vscode.env.clipboard.writeText(lines.join('\n'));
});

export const copyJson = withLaunch(async (_, launch) => {
  await vscode.env.clipboard.writeText(exportText(launch));
});

export const exportRecord = withLaunch(async (_, launch) => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `${launch.record.plan.model.name}.launch-record.json`.replace(/[^\p{L}\p{N}._ -]/gu, '_');
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Launch Record'),
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target !== undefined)
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(exportText(launch)));
});

export const reveal = withLaunch(async (_, { record: { plan } }) => {
  const [first] = 'files' in plan.model ? plan.model.files : [];
  if (first !== undefined)
    await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(first.path));
});

export const remove = withLaunch(async (context, { id, record }) => {
  const confirm = vscode.l10n.t('Remove');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t('Remove the launch of “{0}” from the list?', record.plan.model.name),
    { modal: true, detail: vscode.l10n.t('Nothing on the service changes.') },
    confirm,
  );
  if (chosen === confirm) await context.launches.remove([id]);
});

export const compare = withLaunch(async (context, launch) => {
  const others = (await context.launches.list()).filter(
    ({ id, record }) => id !== launch.id && 'files' in record.plan.model,
  );
  if (others.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no other launch to compare with.'));
    return;
  }
  const answer = await pickOne<Launch>({
    title: vscode.l10n.t('Compare with Launch'),
    placeholder: vscode.l10n.t('Choose the launch to compare with'),
    choices: () => Promise.resolve(others.map((other) => ({ ...launchChoice(other), value: other }))),
  });
  if (!isLeft(answer)) await showComparison(answer, launch);
});

/** The scheme of the documents that show a launch as text. */
export const launchScheme = 'simulation-service-launch';

async function showComparison(older: Launch, newer: Launch): Promise<void> {
  const uri = ({ id }: Launch) => vscode.Uri.from({ scheme: launchScheme, path: `/${id}.txt` });
  const title = vscode.l10n.t('{0} and {1}', launchName(older), launchName(newer));
  await vscode.commands.executeCommand('vscode.diff', uri(older), uri(newer), title);
}

function launchName({ record }: Launch): string {
  return `${record.plan.model.name}, ${new Date(record.plannedAt).toLocaleString(vscode.env.language)}`;
}

function launchChoice({ record, state }: Launch): vscode.QuickPickItem {
  return {
    label: record.plan.model.name,
    description: stateWord(state),
    detail: new Date(record.plannedAt).toLocaleString(vscode.env.language),
  };
}

const states: readonly LaunchState[] = [
  'planned',
  'uploading',
  'interrupted',
  'uploaded',
  'finalising',
  'ready',
  'launching',
  'launched',
  'failed',
  'cancelled',
  'unknown',
];

export async function filterLaunches(context: CommandContext): Promise<void> {
  const { filter } = context.launchesView;
  const items = states.map((state) => ({
    label: stateWord(state),
    picked: filter === undefined || filter.has(state),
    state,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Filter by State'),
    placeHolder: vscode.l10n.t('Choose the states to show'),
    canPickMany: true,
  });
  if (chosen === undefined) return;
  const all = chosen.length === 0 || chosen.length === states.length;
  context.launchesView.filter = all ? undefined : new Set(chosen.map(({ state }) => state));
}

function exportText({ record, state }: Launch): string {
  return `${JSON.stringify(exportLaunch(record, state), undefined, 2)}\n`;
}
