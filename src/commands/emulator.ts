import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands, views } from '../contributions';
import { showMessage } from '../platform/output';

export async function startEmulator(context: CommandContext): Promise<void> {
  const { baseUrl } = await context.emulator.start();
  void announce(baseUrl, context.projectsView.tree.visible);
}

export async function stopEmulator(context: CommandContext): Promise<void> {
  const stopped = await context.emulator.stop();
  if (stopped === undefined) return;
  // The results of these launches are gone with the emulator. Older launches may belong to another service on the
  // same port.
  const { origin, startedAt } = stopped;
  const launches = await context.launches.list();
  const gone = launches.filter(
    ({ record: { plan, plannedAt }, runsHere }) =>
      plan.service.origin === origin && plannedAt >= startedAt && !runsHere,
  );
  await context.launches.runners.launches.remover.remove(gone.map(({ id }) => id));
}

async function announce(baseUrl: string, areProjectsVisible: boolean): Promise<void> {
  const create = vscode.l10n.t('Create Sample Model');
  const show = vscode.l10n.t('Show Projects');
  const chosen = await showMessage(
    'information',
    vscode.l10n.t(
      'The local emulator is running at {0}. This window uses it until you stop it. Then all of its data is deleted.',
      baseUrl,
    ),
    create,
    ...(areProjectsVisible ? [] : [show]),
  );
  if (chosen === create) await vscode.commands.executeCommand(commands.createSample);
  else if (chosen === show) await vscode.commands.executeCommand(`${views.projects}.focus`);
}
