import * as vscode from 'vscode';
import { stringifyExactly } from '../../client/core/exactJson';
import type { CommandContext } from '../../context';
import { RecordGoneError } from '../../journal/errors';
import { UnknownOutcomeError } from '../../launch/errors';
import type { Launch } from '../../launch/launch';
import { exportLaunch, type ExportTexts, type LaunchWithFiles } from '../../launch/launchExport';
import type { LaunchState } from '../../launch/launchState';
import {
  copyData,
  messageWithoutSecrets,
  serverMessageWithoutSecrets,
  showMessage,
} from '../../platform/output';
import { isDismissed } from '../../ui/multiStep';
import { enterText } from '../../ui/quickInput';
import { getStateLabel } from '../../views/launchStates';
import { type Caller, getCaller } from '../../views/ownRows';
import { formatLabel } from '../../workflow/quotedText';
import { resolveLaunch } from '../../workflow/resolveLaunch';
import { resumeLaunch } from '../../workflow/resumeLaunch';
import { startOver } from '../../workflow/startOver';
import { createSimulationOf } from './createSimulation';
import { areUnchanged, findLaunch } from './launchRows';

type LaunchCommand = (context: CommandContext, launch: Launch, caller: Caller) => Promise<void>;

/**
 * Turns an action on one launch into a command; does nothing without a launch. A message may stand there for long, so its
 * button says when its launch is gone.
 */
export function withLaunch(
  command: LaunchCommand,
): (context: CommandContext, node?: unknown) => Promise<void> {
  return async (context, node) => {
    const caller = getCaller(node);
    const launch = await findLaunch(context, node);
    if (launch !== undefined) await command(context, launch, caller);
    else if (caller === 'button') throw new RecordGoneError();
  };
}

export const resume = withLaunch((context, { id }, caller) => resumeLaunch(context, id, { caller }));

export const finalise = withLaunch((context, { id }, caller) =>
  resumeLaunch(context, id, { finalise: true, caller }),
);

/** Any caller can pass any launch: if its outcome is known, a message says so and nothing else happens. */
export const resolve = withLaunch(async (context, { record, state }) => {
  if (state === 'unknown') {
    await resolveLaunch(context, record);
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
  context.launches.runners.launches.cancel(id);
  return Promise.resolve();
});

/** Limit for a note, so that a row and a tooltip can show it; characters. */
const maxNoteLength = 200;

export const note = withLaunch(async ({ launches }, { id, record }) => {
  const answer = await enterText({
    title: vscode.l10n.t('Note'),
    prompt: vscode.l10n.t(
      'A line of your own about “{0}”. It stays on this computer.',
      formatLabel(record.plan.model.name),
    ),
    value: record.note ?? '',
    problem: (text) =>
      text.length > maxNoteLength
        ? vscode.l10n.t('At most {0} characters are allowed.', maxNoteLength)
        : undefined,
  });
  if (isDismissed(answer) || answer === (record.note ?? '')) return;
  await launches.runners.launches.note(id, answer);
});

export const simulate = withLaunch(async (context, { state, record: { modelId, plan } }) => {
  assertKnown(state);
  if (modelId === undefined) return;
  await createSimulationOf(context, plan.service, { id: modelId, name: plan.model.name });
});

/**
 * Asks first, because the command can be called without seeing what it does. Whoever clicks a button has just read what it
 * is about.
 */
export const recreate = withLaunch(async (context, launch, caller) => {
  const { state, record } = launch;
  assertKnown(state);
  if (caller === 'button') {
    await startOver(context, record);
    return;
  }
  const text = vscode.l10n.t('Create “{0}” again as a new model?', formatLabel(record.plan.model.name));
  const isCurrent = async () => areUnchanged([launch], await context.launches.list());
  await startOver(context, record, { text, agree: vscode.l10n.t('Create Again'), isCurrent });
});

/**
 * Guards commands that were called for a row that does not offer them.
 * @throws UnknownOutcomeError while a simulation may be running unnoticed
 */
function assertKnown(state: LaunchState): void {
  if (state === 'unknown') throw new UnknownOutcomeError();
}

export const copyIds = withLaunch(async (_, { record: { project, modelId, simulation } }) => {
  const ids = { project_id: project?.id, model_id: modelId, simulation_id: simulation?.id };
  const lines = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [`${name}: ${id}`]));
  if (lines.length > 0) await copyData(lines.join('\n'));
});

export const copyJson = withLaunch(async ({ launches }, launch) => {
  await copyData(exportText(await launches.withFiles(launch)));
});

export const reveal = withLaunch(async (_, { record: { plan } }) => {
  const [first] = 'files' in plan.model ? plan.model.files.paths : [];
  if (first !== undefined) await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(first));
});

function exportText(launch: Launch & LaunchWithFiles): string {
  const texts: ExportTexts = {
    exact: messageWithoutSecrets,
    serverMessage: serverMessageWithoutSecrets,
  };
  return `${stringifyExactly(exportLaunch(launch, launch.state, texts), 2)}\n`;
}
