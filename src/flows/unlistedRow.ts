import * as vscode from 'vscode';
import type { Identifier, Listing } from '../client/core/types';
import { isIdentifier } from '../client/response/identifier';
import { describePartialList } from '../messages/partialLists';
import { formatCount } from '../platform/format';
import { toListedForm } from '../request/prepareLaunch';
import type { ActionRow } from '../ui/choiceRows';

interface Listed {
  readonly id: Identifier;
}

/**
 * The row for a project or model that a service has but did not list: its identifier is typed.
 * @returns no row if the list is whole
 */
export function createUnlistedRows<T>(
  { items, skipped, partial }: Listing<Listed>,
  toValue: (item: { readonly id: Identifier; readonly name: string }) => T,
): ActionRow<T>[] {
  if (partial === undefined) return [];
  const iconPath = new vscode.ThemeIcon('search');
  const row: ActionRow<T> = {
    label: vscode.l10n.t('Not in this list: type the ID'),
    detail: describePartialList(items.length + skipped, partial, formatCount),
    iconPath,
    // Nothing can be done before an identifier is typed.
    run: () => undefined,
    whileTyping(typed) {
      const id = toListedForm(typed, items);
      if (!isIdentifier(id)) return undefined;
      return {
        label: vscode.l10n.t('With the ID'),
        description: vscode.l10n.t('“{0}”', typed),
        iconPath,
        value: toValue({ id, name: typed }),
      };
    },
  };
  return [row];
}
