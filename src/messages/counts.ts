/** Counts in words, so that each kind of thing is counted the same way everywhere. */

import * as l10n from '@vscode/l10n';
import { formatCount } from '../platform/format';

/** "1 file", "2,901 files". */
export function describeFileCount(count: number): string {
  return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', formatCount(count));
}

/** "1 entry", "12 entries". */
export function describeEntryCount(count: number): string {
  return count === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', formatCount(count));
}
