import * as vscode from 'vscode';
import { stringifyExactly } from '../client/core/exactJson';
import type { BodyOperation } from '../client/core/types';
import type { CommandContext } from '../context';
import { settings } from '../contributions';
import type { PreparedLaunch } from '../request/prepareLaunch';
import { isOtherAccount } from '../secrets/accountName';
import type { ServiceSnapshot } from '../session/service';
import type { Caller } from '../views/ownRows';
import { formatSentText } from './quotedText';

/** Another account than the one with which a launch or study was begun is a reason to ask. */
export async function listAccountReasons(
  { connection }: Pick<CommandContext, 'connection'>,
  service: ServiceSnapshot,
  account: string | undefined,
): Promise<readonly string[]> {
  if (!isOtherAccount(account, await connection.accountOf(service))) return [];
  return [
    vscode.l10n.t(
      'It was started with another account. Its project and model may not be available to the current account.',
    ),
  ];
}

/** A caller that is no row or button of this extension is a reason to ask. @param caller absent after a question of it */
export function listCallerReasons(caller: Caller | undefined): readonly string[] {
  if (caller !== 'other') return [];
  return [vscode.l10n.t('Another extension or an agent may have asked for this. Nothing was clicked here.')];
}

/** Bodies that are not those that the user has agreed to are a reason to ask: they are shown. */
export function listBodyReasons(
  changed: readonly BodyOperation[],
  bodies: PreparedLaunch['bodies'],
): readonly string[] {
  return changed.map((operation) => {
    const body = formatSentText(stringifyExactly(bodies[operation] ?? null));
    return vscode.l10n.t(
      'The setting {0} has changed. This will be sent: {1}',
      settings[`${operation}Body`],
      body,
    );
  });
}
