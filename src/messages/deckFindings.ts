import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import type { Finding } from '../deck/finding';
import type { ExcludedEntry } from '../upload/uploadPlan';

/** Limit for the displayed characters of a name: paths may differ only at their end. */
const maxNameLength = 1000;

/** Reasons that concern every deck of a format, so that showing them would hide the others. */
const usualKinds: readonly Finding['kind'][] = ['installation', 'optional', 'output'];

/** Whether there is something to say about a name: it is not just found. */
export function isWorthShowing({ state, kind }: Pick<Finding, 'state' | 'kind'>): boolean {
  return state === 'cannotCheck' ? !usualKinds.includes(kind) : state !== 'found';
}

/** Says in a sentence or two what became of a name in a deck, without the place of the name. */
export function describeFinding(finding: Finding): string {
  const sentence = describeState(finding);
  return finding.hasBackslashes === true ? `${sentence} ${describeBackslashes(finding)}` : sentence;
}

function describeBackslashes({ name }: Finding): string {
  return l10n.t('“{0}” contains backslashes, which work only on Windows.', formatName(name));
}

function describeState(finding: Finding): string {
  const { name, kind, state, actual = '', pattern = '' } = finding;
  const shown = formatName(name);
  return {
    found: () => l10n.t('“{0}” is selected.', shown),
    notSelected: () => l10n.t('“{0}” is in the workspace, but not selected.', shown),
    excluded: () => l10n.t('“{0}” is excluded by the pattern “{1}”.', shown, formatName(pattern)),
    missing: () => l10n.t('“{0}” is missing: there is no such file in the workspace.', shown),
    notRegular: () => l10n.t('“{0}” is a folder, a pipe or a device, not a regular file.', shown),
    caseDiffers: () =>
      l10n.t('“{0}” and the file “{1}” differ in upper and lower case.', shown, formatName(actual)),
    encodingDiffers: () =>
      l10n.t(
        '“{0}” and the file “{1}” look alike, but differ in the encoding of a character.',
        shown,
        formatName(actual),
      ),
    nameDiffers: () => describeOtherName(finding),
    absolutePath: () =>
      l10n.t('“{0}” is an absolute path. The service has other folders than this computer.', shown),
    backslashes: () => describeBackslashes(finding),
    outside: () =>
      l10n.t('“{0}” is outside the workspace. Files are looked for only in the workspace.', shown),
    cannotCheck: () => describeUncheckable(shown, kind),
  }[state]();
}

/** Whether a deck in a folder has the name that its file has in the model, as seen from the outermost folder. */
function isNamedFromTop({ name, actual }: Pick<Finding, 'name' | 'actual'>): boolean {
  return path.posix.normalize(name.replaceAll('\\', '/')) === actual;
}

function describeOtherName({ name, actual = '', readAs }: Finding): string {
  const shown = formatName(name);
  if (readAs !== undefined) {
    return l10n.t(
      '“{0}” is read as “{1}”, without blanks, so that the solver does not find the file. Use names of files and folders without blanks.',
      shown,
      formatName(readAs),
    );
  }
  if (isNamedFromTop({ name, actual })) {
    return l10n.t(
      '“{0}” is there if the solver is started in the outermost folder of the model. It may look in the folder of the deck.',
      shown,
    );
  }
  return l10n.t(
    '“{0}” is named “{1}” in the model. The solver may not find it there.',
    shown,
    formatName(actual),
  );
}

function describeUncheckable(name: string, kind: Finding['kind']): string {
  const other = l10n.t('“{0}” cannot be checked.', name);
  return {
    variable: l10n.t('“{0}” cannot be checked: it contains a variable.', name),
    parameter: l10n.t('“{0}” cannot be checked: it contains a parameter.', name),
    symbol: l10n.t('“{0}” cannot be checked: it contains a logical symbol.', name),
    expression: l10n.t('“{0}” cannot be checked: it contains an expression.', name),
    quotationMark: l10n.t('“{0}” cannot be read: its quotation mark is never closed.', name),
    installation: l10n.t('“{0}” comes with the installation of the solver.', name),
    library: l10n.t('“{0}” cannot be checked: the solver may have it in a folder of its own.', name),
    optional: l10n.t('“{0}” is not in the workspace, but is optional.', name),
    earlierJob: l10n.t(
      '“{0}” reads files of an earlier job, which cannot be checked: the deck does not name them. Make sure that they are selected.',
      name,
    ),
    output: l10n.t('“{0}” is written by the solver.', name),
    deck: other,
    data: other,
  }[kind];
}

/**
 * Says how many decks each pattern excludes, because they have the name of a private key; a line for each pattern.
 * @param formatCount formats a number in the notation of the user's language
 */
export function describeExcludedDecks(
  excluded: readonly ExcludedEntry[],
  formatCount: (count: number) => string,
): string[] {
  const counts = new Map<string, number>();
  for (const { pattern, isDeck } of excluded)
    if (isDeck === true) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  return [...counts].map(([pattern, count]) =>
    l10n.t('Decks excluded by {0}: {1}', formatName(pattern), formatCount(count)),
  );
}

/** Says how far a deck was checked. */
export function describePartlyRead(line: number): string {
  return l10n.t('Checked up to line {0} only.', line);
}

/** Shows invisible characters by their code, and prevents `$(name)` from being read as an icon. */
export function formatName(name: string): string {
  return escapeInvisible(name, maxNameLength).replace(/\$\(/g, '$\u200b(');
}
