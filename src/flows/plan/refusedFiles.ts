import * as vscode from 'vscode';
import { formatName } from '../../messages/deckFindings';
import { describeRejection } from '../../messages/rejections';
import { formatCount } from '../../platform/format';
import { askModally } from '../../ui/askModally';
import type { RejectedEntry } from '../../upload/uploadPlan';

/** A dialog with more lines would exceed the window; the plan lists all of them. */
const maxLines = 20;

/**
 * Asks whether to create the model without files that cannot be uploaded: a model that silently lacks a file is
 * worse than none.
 * @param others whether there are other files to upload
 */
export async function confirmExclusion(
  refusals: readonly RejectedEntry[],
  others: boolean,
): Promise<boolean> {
  const isOne = refusals.length === 1;
  const lines = refusals
    .slice(0, maxLines)
    .map((refusal) => `${formatName(refusal.name)}: ${describeRejection(refusal)}`);
  const more = refusals.length - lines.length;
  const detail = [...lines, ...(more > 0 ? [vscode.l10n.t('And {0} more.', more)] : [])].join('\n');
  if (!others) {
    await askModally('error', describeRefused(refusals.length), detail);
    return false;
  }
  const leaveOut = isOne ? vscode.l10n.t('Leave It Out') : vscode.l10n.t('Leave Them Out');
  const question = isOne
    ? vscode.l10n.t('1 file cannot be uploaded. Create the model without it?')
    : vscode.l10n.t(
        '{0} files cannot be uploaded. Create the model without them?',
        formatCount(refusals.length),
      );
  return (await askModally('warning', question, detail, leaveOut)) === leaveOut;
}

function describeRefused(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 file cannot be uploaded.')
    : vscode.l10n.t('{0} files cannot be uploaded.', formatCount(count));
}
