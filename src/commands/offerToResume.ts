import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { views } from '../contributions';
import type { LaunchSummary } from '../launch/launchSummary';
import { showMessage } from '../platform/output';
import { resumeLaunch } from './startLaunch';

/** Tells of interrupted launches. Nothing is sent before a click. */
export async function offerToResume(
  context: CommandContext,
  interrupted: readonly LaunchSummary[],
): Promise<void> {
  const [first] = interrupted;
  const resume = vscode.l10n.t('Resume');
  const show = vscode.l10n.t('Show Launches');
  const chosen =
    first !== undefined && interrupted.length === 1
      ? await showMessage(
          'warning',
          vscode.l10n.t('The launch of “{0}” was interrupted.', first.name),
          // VS Code highlights the first button, which must not use up a simulation.
          show,
          resume,
        )
      : await showMessage(
          'warning',
          vscode.l10n.t('{0} launches were interrupted.', interrupted.length),
          show,
        );
  if (chosen === resume && first !== undefined) await resumeLaunch(context, first.id);
  if (chosen === show) await vscode.commands.executeCommand(`${views.launches}.focus`);
}
