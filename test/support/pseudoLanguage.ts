import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getL10nPseudoLocalized, type l10nJsonFormat } from '@vscode/l10n-dev';
import { repositoryRoot } from '../host/testDataFolder';

/** The language that VS Code itself uses to check that everything can be translated. */
export const pseudoLanguage = 'qps-ploc';

/** A text in the pseudo-language: every letter has an accent. */
export function pseudo(text: string): string {
  const { said } = getL10nPseudoLocalized({ said: text });
  return said as string;
}

/** Puts the pseudo-language into an installed copy of the extension. */
export async function addPseudoLanguage(extensionFolder: string): Promise<void> {
  const folder = path.join(extensionFolder, 'l10n');
  await mkdir(folder, { recursive: true });
  await addTranslation('l10n/bundle.l10n.json', path.join(folder, `bundle.l10n.${pseudoLanguage}.json`));
  await addTranslation('package.nls.json', path.join(extensionFolder, `package.nls.${pseudoLanguage}.json`));
}

async function addTranslation(source: string, target: string): Promise<void> {
  const texts = JSON.parse(await readFile(path.join(repositoryRoot(), source), 'utf8')) as l10nJsonFormat;
  await writeFile(target, JSON.stringify(getL10nPseudoLocalized(texts)));
}

/** Placeholders, units of sizes, AM and PM, and durations. */
const neutral = [/\{[^{}]*\}/g, /(?<=\d[ \u00a0])[kMG]B\b/g, /(?<=\d[ \u00a0\u202f])[AP]M\b/g, /\b\d+ms\b/g];

/**
 * The words of a text that have no accents although they are not data.
 * @param data untranslated texts, such as names and hosts
 */
export function plainWords(text: string, data: readonly string[]): string[] {
  const longestFirst = [...data].sort((a, b) => b.length - a.length);
  const withoutData = longestFirst.reduce((rest, one) => rest.replaceAll(one, ' '), text);
  const rest = neutral.reduce((before, pattern) => before.replace(pattern, ' '), withoutData);
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}
