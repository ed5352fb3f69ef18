/** The commands that start and stop the local emulator. */

import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands, views } from '../contributions';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';

export async function startLocalEmulator(
  context: Pick<CommandContext, 'emulator' | 'projectsView'>,
): Promise<void> {
  const { baseUrl } = await context.emulator.start();
  void announce(baseUrl, { areProjectsVisible: context.projectsView.tree.visible });
}

export async function stopLocalEmulator(
  context: Pick<CommandContext, 'emulator' | 'launches'>,
): Promise<void> {
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

async function announce(
  baseUrl: string,
  { areProjectsVisible }: { readonly areProjectsVisible: boolean },
): Promise<void> {
  const create = { label: vscode.l10n.t('Create Sample Model'), command: commands.createSample };
  const show = { label: vscode.l10n.t('Show Projects'), command: `${views.projects}.focus` };
  const text = vscode.l10n.t(
    'The local emulator is running at {0}. This window uses it until you stop it. Then all of its data is deleted.',
    baseUrl,
  );
  await showWithButtons('information', text, [create, ...(areProjectsVisible ? [] : [show])].map(toButton));
}
