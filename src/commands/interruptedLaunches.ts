import * as vscode from 'vscode';
import { views } from '../contributions';
import type { Launch } from '../launches';
import { showMessage } from '../outlets';
import type { CommandContext } from './context';

/**
 * After a reload or a crash: offers to go on with what was interrupted in this workspace, and forgets the
 * oldest launches beyond what is kept. Reads the journal only; nothing is sent before a click.
 */
export async function offerInterrupted(context: CommandContext): Promise<void> {
  try {
    await context.launches.prune(context.settings.keepLaunches);
    const launches = await context.launches.list();
    const interrupted = launches.filter((launch) => launch.state === 'interrupted' && belongsHere(launch));
    if (interrupted.length > 0) await offer(context, interrupted);
  } catch (error) {
    context.log.failed(error);
  }
}

function belongsHere({ record: { plan } }: Launch): boolean {
  if (!('files' in plan.model)) return false;
  return plan.model.files.some(
    (file) => vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file.path)) !== undefined,
  );
}

async function offer(context: CommandContext, interrupted: readonly Launch[]): Promise<void> {
  const [first] = interrupted;
  const resume = vscode.l10n.t('Resume');
  const show = vscode.l10n.t('Show Launches');
  const chosen =
    first !== undefined && interrupted.length === 1
      ? await showMessage(
          'warning',
          vscode.l10n.t('The launch of “{0}” was interrupted.', first.record.plan.model.name),
          resume,
          show,
        )
      : await showMessage(
          'warning',
          vscode.l10n.t('{0} launches were interrupted.', interrupted.length),
          show,
        );
  if (chosen === resume && first !== undefined) {
    const { resumeLaunch } = await import('../onDemand');
    await resumeLaunch(context, first.id);
  }
  if (chosen === show) await vscode.commands.executeCommand(`${views.launches}.focus`);
}
