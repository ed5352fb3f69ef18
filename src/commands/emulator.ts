/** The commands that start and stop the local emulator. */

import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands, views } from '../contributions';
import { withEllipsis } from '../messages/labels';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';
import { findSampleModel } from './createSample';

export async function startLocalEmulator(
  context: Pick<CommandContext, 'emulator' | 'extension' | 'projectsView'>,
): Promise<void> {
  const { baseUrl } = await context.emulator.start();
  void announce(context, baseUrl);
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

/** Says where it runs, and offers the next step: the sample, or to upload the one that is there. */
async function announce(
  context: Pick<CommandContext, 'extension' | 'projectsView'>,
  baseUrl: string,
): Promise<void> {
  const found = await findSampleModel(context);
  const sample =
    found === undefined
      ? { label: vscode.l10n.t('Create Sample Model'), command: commands.createSample }
      : {
          label: withEllipsis(vscode.l10n.t('Upload and Create Simulation')),
          command: commands.uploadAndSimulate,
          argument: found.model,
        };
  const show = { label: vscode.l10n.t('Show Projects'), command: `${views.projects}.focus` };
  const text = vscode.l10n.t(
    'The local emulator is running at {0}. This window uses it until you stop it. Then all of its data is deleted.',
    baseUrl,
  );
  const buttons = [sample, ...(context.projectsView.tree.visible ? [] : [show])];
  await showWithButtons('information', text, buttons.map(toButton));
}
