import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { commands } from '../contributions';
import type { LaunchAction } from '../launch/launchActions';
import type { LaunchRecord } from '../launch/launchRecord';
import { describeCancelled } from '../messages/leftovers';
import { formatCount } from '../platform/format';
import type { Message } from '../ui/showWithButtons';
import { createLaunchButton } from './launchButtons';

/** Says how far a cancelled launch came: as a plain message, which goes away by itself. */
export async function createCancelledMessage(
  context: Pick<CommandContext, 'launches'>,
  record: LaunchRecord,
  actions: readonly LaunchAction[],
): Promise<Message> {
  const { launch } = record.plan;
  // Without them, the text says less.
  const found = await context.launches.withFiles({ id: launch }).catch(() => undefined);
  const resume = createLaunchButton(vscode.l10n.t('Resume'), commands.resumeLaunch, launch);
  return {
    severity: 'information',
    text: describeCancelled(record, found?.files.accepted.size, formatCount),
    buttons: actions.includes('resume') ? [resume] : [],
  };
}
