import * as vscode from 'vscode';
import { formatName } from '../../messages/deckFindings';
import { describeRejection } from '../../messages/rejections';
import { formatCount } from '../../platform/format';
import { askModally } from '../../ui/askModally';
import type { RejectedEntry } from '../../upload/uploadPlan';

/**
 * Asks whether to create the model without files that cannot be uploaded: a model that silently lacks a file is
 * worse than none. Whoever closes the question is back in the plan, which lists all of these files.
 * @param hasOthers whether there are other files to upload
 */
export async function confirmExclusion(
  refusals: readonly RejectedEntry[],
  { hasOthers }: { readonly hasOthers: boolean },
): Promise<boolean> {
  const isOne = refusals.length === 1;
  const detail = refusals.map((refusal) => `${formatName(refusal.name)}: ${describeRejection(refusal)}`);
  if (!hasOthers) {
    const text = describeRefused(refusals.length);
    await askModally({ severity: 'error', text, detail, harmless: 'showFiles', acting: {} });
    return false;
  }
  const text = isOne
    ? vscode.l10n.t('1 file cannot be uploaded. Create the model without it?')
    : vscode.l10n.t(
        '{0} files cannot be uploaded. Create the model without them?',
        formatCount(refusals.length),
      );
  const leaveOut = isOne ? vscode.l10n.t('Leave It Out') : vscode.l10n.t('Leave Them Out');
  const chosen = await askModally({
    severity: 'warning',
    text,
    detail,
    harmless: 'showFiles',
    acting: { leaveOut },
  });
  return chosen === 'leaveOut';
}

function describeRefused(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 file cannot be uploaded.')
    : vscode.l10n.t('{0} files cannot be uploaded.', formatCount(count));
}
