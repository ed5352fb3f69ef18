import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { repositoryRoot } from '../host/testDataFolder';
import { sources } from '../support/sources';

type Texts = Readonly<Record<string, string>>;

/**
 * The files of texts as `npm run l10n` writes them: the texts of the code in alphabetical order, and each translation in
 * the order of its original. A text without a translation is empty there, and one that is no longer used is gone.
 * @returns the content by file
 */
export async function listTextFiles(): Promise<Map<string, string>> {
  const files = [...sources.values()].map((contents) => ({ contents, extension: '.ts' }));
  const exported = (await getL10nJson(files)) as Texts;
  const bundle = Object.fromEntries(
    Object.entries(exported).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const manifest = readTexts('package.nls.json');
  return new Map([
    ['l10n/bundle.l10n.json', write(bundle)],
    ...listTranslations('l10n/bundle.l10n', bundle),
    ...listTranslations('package.nls', manifest),
  ]);
}

/** @param base the name of the original without `.json` */
function listTranslations(base: string, original: Texts): [file: string, content: string][] {
  const folder = path.dirname(base);
  const names = readdirSync(path.join(repositoryRoot(), folder)).filter(
    (name) => name.startsWith(`${path.basename(base)}.`) && name !== `${path.basename(base)}.json`,
  );
  return names.map((name) => {
    const file = path.posix.join(folder, name);
    const known = readTexts(file);
    return [file, write(Object.fromEntries(Object.keys(original).map((key) => [key, known[key] ?? ''])))];
  });
}

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(path.join(repositoryRoot(), file), 'utf8')) as Texts;
}

/** As Prettier formats it. */
function write(texts: Texts): string {
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}
