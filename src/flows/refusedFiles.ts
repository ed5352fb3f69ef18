import * as vscode from 'vscode';
import { formatCount } from '../platform/format';
import { askModally } from '../platform/output';
import { maxEntries, type RejectedEntry } from '../upload/uploadPlan';
import { formatName } from './formatName';

/** A dialog with more lines would exceed the window; the plan lists all of them. */
const maxLines = 20;

/**
 * Asks whether to create the model without files that cannot be uploaded: a model that silently lacks a file is
 * worse than none.
 * @param others whether there are other files to upload
 */
export async function confirmLeavingOut(
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

/** Says why an entry cannot be uploaded, as a part of a row or line that begins with its name. */
export function describeRejection({ reason, length = 0 }: RejectedEntry): string {
  switch (reason) {
    case 'gone':
      return vscode.l10n.t('no longer exists');
    case 'unreadable':
      return vscode.l10n.t('cannot be read, check its permissions');
    case 'notRegular':
      return vscode.l10n.t('not a regular file');
    case 'linkOutside':
      return vscode.l10n.t('a link to a target outside the selection');
    case 'linkBroken':
      return vscode.l10n.t('a link to a target that does not exist');
    case 'linkLoop':
      return vscode.l10n.t('a link that leads back to itself');
    case 'equalName':
      return vscode.l10n.t('has the same name in the model as another file');
    case 'controlCharacters':
      return vscode.l10n.t('has control or invisible characters in its name');
    case 'notUnicode':
      return vscode.l10n.t('has a name that is not valid Unicode');
    case 'pathLike':
      return vscode.l10n.t('has a name that other systems read as a path');
    case 'reserved':
      return vscode.l10n.t('has a name that Windows reserves for a device');
    case 'trailing':
      return vscode.l10n.t('has a name that ends with a dot or a space, which Windows removes');
    case 'tooLong':
      return vscode.l10n.t('has a name that is too long ({0} bytes)', length);
    case 'tooMany':
      return vscode.l10n.t('contains more than {0} files and folders', maxEntries);
  }
}
