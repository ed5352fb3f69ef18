import * as l10n from '@vscode/l10n';
import { maxEntries, type RejectedEntry } from '../upload/uploadPlan';

/** Says why an entry cannot be uploaded, as a part of a row or line that begins with its name. */
export function describeRejection({ reason, length = 0 }: RejectedEntry): string {
  switch (reason) {
    case 'gone':
      return l10n.t('does not exist');
    case 'inUse':
      return l10n.t('open in another program, close it there and try again');
    case 'inUseOrForbidden':
      return l10n.t('open in another program, or you lack the permission to read it');
    case 'unreadable':
      return l10n.t('cannot be read, check its permissions');
    case 'notRegular':
      return l10n.t('not a regular file');
    case 'linkOutside':
      return l10n.t('a link to a target outside the selection');
    case 'linkBroken':
      return l10n.t('a link to a target that does not exist');
    case 'linkLoop':
      return l10n.t('a link that leads back to itself');
    case 'equalName':
      return l10n.t('has the same name in the model as another file');
    case 'controlCharacters':
      return l10n.t('has control or invisible characters in its name');
    case 'notUnicode':
      return l10n.t('has a name that is not valid Unicode');
    case 'pathLike':
      return l10n.t('has a name that other systems read as a path');
    case 'reserved':
      return l10n.t('has a name that Windows reserves for a device');
    case 'trailing':
      return l10n.t('has a name that ends with a dot or a space, which Windows removes');
    case 'tooLong':
      return l10n.t('has a name that is too long ({0} bytes)', length);
    case 'tooMany':
      return l10n.t('contains more than {0} files and folders', maxEntries);
  }
}
