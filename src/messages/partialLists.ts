import * as l10n from '@vscode/l10n';
import type { PartialListing } from '../client/core/types';

/**
 * Says that the service has more entries than it sent.
 * @param entries those that it sent
 */
export function describePartialList(
  entries: number,
  { total }: PartialListing,
  formatCount: (count: number) => string,
): string {
  return total === undefined
    ? l10n.t('This is not the whole list: the service has more than these {0}.', formatCount(entries))
    : l10n.t('This is not the whole list: {0} of {1}.', formatCount(entries), formatCount(total));
}

/** Says how an entry can be used that is not in the list. */
export function describeWayOn(): string {
  return l10n.t(
    'Projects and models that are not listed can be used by their IDs: type the ID where you are asked for a project or model, or write it in a task.',
  );
}
