import * as l10n from '@vscode/l10n';
import type { StandIn } from '../upload/standIn';
import { maxEntries, type RejectedEntry } from '../upload/uploadPlan';

/** Says why an entry cannot be uploaded, as a part of a row or line that begins with its name. */
export function describeRejection({ reason, length = 0 }: RejectedEntry): string {
  return {
    gone: () => l10n.t('does not exist'),
    inUse: () => l10n.t('in use by another program; close it there and try again'),
    inUseOrForbidden: () => l10n.t('in use by another program, or you lack the permission to read it'),
    unreadable: () => l10n.t('cannot be read, check its permissions'),
    gitLfs: () => describeStandIn('gitLfs'),
    gitAnnex: () => describeStandIn('gitAnnex'),
    iCloud: () => describeStandIn('iCloud'),
    unknownSize: () => describeStandIn('unknownSize'),
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

/** Says what stands for a file, and how to get the file, as a part of a row or sentence that begins with its name. */
export function describeStandIn(standIn: StandIn): string {
  return {
    gitLfs: () => l10n.t('only a pointer of Git LFS; run “git lfs pull” to fetch the file, then try again'),
    gitAnnex: () =>
      l10n.t('only a pointer of git-annex; run “git annex get” to fetch the file, then try again'),
    iCloud: () => l10n.t('only a placeholder of iCloud; download the file in the Finder, then try again'),
    unknownSize: () =>
      l10n.t('has content, but its size is given as 0; copy it to another drive and try again'),
  }[standIn]();
}
