import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from '../host/testDataFolder';
import { sources } from '../support/sources';

type Texts = Readonly<Record<string, string>>;

/**
 * The files of texts as `npm run l10n` writes them: the texts of the code in alphabetical order, and each translation in
 * the order of its original. A text without a translation is empty there, and one that is no longer used is gone.
 * @returns the content by file
 */
export function listTextFiles(): Map<string, string> {
  const bundle = Object.fromEntries(listTextsOfCode().map((text) => [text, text]));
  const manifest = readTexts('package.nls.json');
  return new Map([
    ['l10n/bundle.l10n.json', write(bundle)],
    ...listTranslations('l10n/bundle.l10n', bundle),
    ...listTranslations('package.nls', manifest),
  ]);
}

/** Each first argument of `l10n.t` once. @throws RangeError for one that is not written as a text */
function listTextsOfCode(): string[] {
  const texts = new Set<string>();
  for (const [file, code] of sources) {
    if (!code.includes('l10n.t(')) continue;
    const parsed = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /(?:^|\.)l10n\.t$/.test(node.expression.getText(parsed))) {
        const [text] = node.arguments;
        if (text === undefined || !ts.isStringLiteralLike(text))
          throw new RangeError(`${file}: l10n.t takes a text, not ${text?.getText(parsed) ?? 'nothing'}`);
        texts.add(text.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(parsed);
  }
  return [...texts].sort();
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
