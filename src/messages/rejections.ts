import * as l10n from '@vscode/l10n';
import { maxEntries, type RejectedEntry } from '../upload/uploadPlan';

/** Says why an entry cannot be uploaded, as a part of a row or line that begins with its name. */
export function describeRejection({ reason, length = 0 }: RejectedEntry): string {
  return {
    gone: () => l10n.t('does not exist'),
    inUse: () => l10n.t('in use by another program; close it there and try again'),
    inUseOrForbidden: () => l10n.t('in use by another program, or you lack the permission to read it'),
    unreadable: () => l10n.t('cannot be read, check its permissions'),
    notRegular: () => l10n.t('not a regular file'),
    linkOutside: () => l10n.t('a link to a target outside the selection'),
    linkBroken: () => l10n.t('a link to a target that does not exist'),
    linkLoop: () => l10n.t('a link that leads back to itself'),
    equalName: () => l10n.t('has the same name in the model as another file'),
    controlCharacters: () => l10n.t('has control or invisible characters in its name'),
    notUnicode: () => l10n.t('has a name that is not valid Unicode'),
    pathLike: () => l10n.t('has a name that other systems read as a path'),
    reserved: () => l10n.t('has a name that Windows reserves for a device'),
    trailing: () => l10n.t('has a name that ends with a dot or a space, which Windows removes'),
    tooLong: () => l10n.t('has a name that is too long ({0} bytes)', length),
    tooMany: () => l10n.t('contains more than {0} files and folders', maxEntries),
  }[reason]();
}
