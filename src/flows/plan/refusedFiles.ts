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
  const detail = refusals.map((refusal) => `${formatName(refusal.name)}: ${describeRejection(refusal)}`);
  if (!hasOthers) {
    const text = vscode.l10n.t('Files that cannot be uploaded: {0}', formatCount(refusals.length));
    await askModally({ severity: 'error', text, detail, harmless: 'showFiles', acting: {} });
    return false;
  }
  const text = vscode.l10n.t('Create the model without the files that cannot be uploaded?');
  const chosen = await askModally({
    severity: 'warning',
    text,
    detail,
    harmless: 'showFiles',
    acting: { leaveOut: vscode.l10n.t('Leave Out') },
  });
  return chosen === 'leaveOut';
}
