import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { listTextFiles } from '../project/texts';
import { manifest } from '../support/manifest';

type Texts = Readonly<Record<string, string>>;

const textsOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Texts;

/** The untranslated files, and the names of the files of one language. */
const originals = [
  { english: 'package.nls.json', folder: '.', name: /^package\.nls\.([\w-]+)\.json$/ },
  { english: 'l10n/bundle.l10n.json', folder: 'l10n', name: /^bundle\.l10n\.([\w-]+)\.json$/ },
];

const translations = originals.flatMap(({ english, folder, name }) =>
  readdirSync(folder).flatMap((file) => {
    const language = name.exec(file)?.[1];
    return language === undefined ? [] : [{ language, english, file: `${folder}/${file}` }];
  }),
);

/**
 * Parts that are the same in every language: placeholders, links, icons, code, and the ellipsis of commands
 * with a prompt.
 */
function fixedParts(text: string): string[] {
  const parts = text.match(
    /\{[^{}]*\}|\{\{|\(command:[^)]*\)|\$\([^)]*\)|`[^`]*`|\*\*|https?:\/\/(?:[\w.:/]*\w)?|…(?=$|\])|\n/g,
  );
  return (parts ?? []).sort();
}

function differing(english: Texts, translated: Texts, of: (text: string) => unknown): string[] {
  const isSame = (key: string) => JSON.stringify(of(english[key]!)) === JSON.stringify(of(translated[key]!));
  return Object.keys(english).filter((key) => key in translated && !isSame(key));
}

/** Properties of package.json with user-facing texts. */
const readable =
  /^(title|label|contents|category|altText|text|description|markdownDescription|(patternE|e)rrorMessage|deprecationMessage|enumItemLabels|(markdownE|e)numDescriptions)$/;

/** The user-facing texts in a part of package.json, including nested ones. */
function textsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const own = readable.test(key) ? [value].flat().filter((text) => typeof text === 'string') : [];
    return [...own, ...textsIn(value)];
  });
}

describe('The translations', () => {
  it('are complete for each language', () => {
    const found = translations.map(({ language, english }) => `${language} ${english}`);
    assert.deepEqual(found, ['de package.nls.json', 'de l10n/bundle.l10n.json']);
  });

  for (const [file, content] of listTextFiles())
    it(`in ${file} are those that \`npm run l10n\` writes: of all texts, in their order`, () =>
      assert.equal(readFileSync(file, 'utf8'), content));

  for (const { english, file } of translations) {
    it(`of ${english} in ${file} keep placeholders, links, icons, code and lines`, () =>
      assert.deepEqual(differing(textsOf(english), textsOf(file), fixedParts), []));

    it(`of ${english} in ${file} leave no text empty`, () => {
      const empty = Object.entries(textsOf(file)).filter(([, text]) => text.trim() === '');
      assert.deepEqual(empty, []);
    });
  }

  it('cover all user-facing texts of package.json', () => {
    const { contributes, capabilities } = manifest;
    const names = Object.values(contributes.views).flatMap((views) => views.map(({ name }) => name));
    // Models read the schemas of tools, in English.
    const tools = contributes.languageModelTools.map((tool) => ({ ...tool, inputSchema: {} }));
    const all = [...names, ...textsIn([{ ...contributes, languageModelTools: tools }, capabilities])];
    // Placeholder values in a snippet are replaced at once.
    const texts = all.filter((text) => !text.startsWith('${'));
    assert.ok(texts.length > 100);
    const untranslated = texts.filter((text) => !/^%[\w.]+%$/.test(text));
    assert.deepEqual(untranslated, []);
  });

  it('into German use German quotation marks', () => {
    const german = translations.filter(({ language }) => language === 'de');
    const texts = german.flatMap(({ file }) => Object.values(textsOf(file)));
    const hasOthers = (text: string) => /["”]/.test(text.replace(/`[^`]*`/g, '')) || /“[^“„]*“/.test(text);
    assert.deepEqual(texts.filter(hasOthers), []);
  });
});
