import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import { describeHostWarning, describeSimilarName, shortenHost } from '../../messages/serviceFiles';
import { findHostWarnings } from '../../serviceFile/hostWarnings';
import { formatForReview } from '../../serviceFile/reviewText';
import { findSimilarName } from '../../serviceFile/similarName';
import { sayThatSubjectChanged } from '../../ui/askModally';
import { isDismissed } from '../../ui/multiStep';
import { pickOne } from '../../ui/quickInput';
import type { DescribedService } from './readService';

/**
 * Shows what would be written to the settings beside what they have now, and writes it if the user agrees. The host
 * stands in front of everything.
 * @returns whether it was written
 */
export async function reviewService(
  { documents, settings }: Pick<CommandContext, 'documents' | 'settings'>,
  { definition, notes }: DescribedService,
): Promise<boolean> {
  const { name, entry, baseUrl, environment } = definition;
  const before = settings.entryOf(name);
  const known = [...settings.environments, { name: '', baseUrl: settings.baseUrl }];
  const similar = findSimilarName(
    name,
    settings.environments.map((one) => one.name),
  );
  const warnings = [
    ...findHostWarnings(
      { name, baseUrl, pages: environment.pages, isProtected: environment.isProtected },
      known,
    ).map(describeHostWarning),
    ...(similar === undefined ? [] : [describeSimilarName(similar)]),
  ];
  const heading =
    before === undefined
      ? vscode.l10n.t('Your settings do not have the service “{0}” yet.', escapeInvisible(name))
      : (known.find((one) => one.name === name)?.baseUrl ?? '');
  const shown = await documents.compare(
    formatForReview(heading, { name, entry: before }),
    formatForReview(baseUrl.href, { name, entry, notes: [...warnings, ...notes] }),
    vscode.l10n.t('{0}: settings now and with the service', baseUrl.host),
  );
  try {
    const isAgreed = await askToAdd({
      name,
      host: baseUrl.host,
      isThere: before !== undefined,
      warnings,
      notes,
    });
    if (!isAgreed) return false;
    if (!isDeepStrictEqual(settings.entryOf(name), before)) {
      sayThatSubjectChanged();
      return false;
    }
    await settings.setEntry(name, entry);
    return true;
  } finally {
    await documents.close(shown);
  }
}

interface AddQuestion {
  readonly name: string;
  readonly host: string;
  /** Whether the settings have a service of this name. */
  readonly isThere: boolean;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** Enter, which may be meant for something else, adds nothing. */
async function askToAdd({ name, host, isThere, warnings, notes }: AddQuestion): Promise<boolean> {
  const shownName = escapeInvisible(name);
  const shownHost = shortenHost(host);
  const toRead = (label: string, icon: string) => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    run: () => undefined,
  });
  const more = vscode.l10n.t(
    'Parts of the document that were left out: {0}. The reasons are on the right.',
    notes.length,
  );
  const answer = await pickOne<boolean>({
    title: vscode.l10n.t('{0}: add the service “{1}”?', shownHost, shownName),
    placeholder: vscode.l10n.t(
      'On the left is what your settings have now, on the right what would be written',
    ),
    choices: [
      {
        label: vscode.l10n.t('Do Not Add'),
        iconPath: new vscode.ThemeIcon('close'),
        value: false,
      },
      ...warnings.map((warning) => toRead(warning, 'warning')),
      ...(notes.length === 0 ? [] : [toRead(more, 'info')]),
      {
        label: isThere
          ? vscode.l10n.t('Replace “{0}” in Your Settings', shownName)
          : vscode.l10n.t('Add “{0}” to Your Settings', shownName),
        description: vscode.l10n.t('Then its projects are requested.'),
        iconPath: new vscode.ThemeIcon('add'),
        value: true,
      },
    ],
  });
  return !isDismissed(answer) && answer;
}
