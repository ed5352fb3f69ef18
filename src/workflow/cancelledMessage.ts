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
  const resume = createLaunchButton(vscode.l10n.t('Resume'), commands.resumeLaunch, launch);
  return {
    severity: 'information',
    text: describeCancelled(record, await countAccepted(context, launch), formatCount),
    buttons: actions.includes('resume') ? [resume] : [],
  };
}

/** Counts the files that the file server has accepted. @returns undefined where the record cannot be read: a text says less then */
export async function countAccepted(
  { launches }: Pick<CommandContext, 'launches'>,
  launch: string,
): Promise<number | undefined> {
  const found = await launches.withFiles({ id: launch }).catch(() => undefined);
  return found?.files.accepted.size;
}
