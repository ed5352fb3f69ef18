import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { contributedSettings, manifest, manifestTexts } from '../support/manifest';

// Tests run in the root folder of the project.
const root = process.cwd();
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** The text under a heading, up to the next one of the same level. */
function section(title: string): string {
  const [, after = ''] = readme.split(`\n## ${title}\n`);
  return after.split('\n## ')[0] ?? '';
}

/** The cells of each row of the tables in a text, without their headers. */
function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** Notation of a default value in the table of settings. */
function defaultText(value: unknown): RegExp {
  if (value === '') return /^(empty|that of the variant)$/;
  if (typeof value === 'boolean') return value ? /^on$/ : /^off$/;
  if (typeof value === 'string') return new RegExp(`^\`${value}\`$`);
  if (typeof value === 'number') return new RegExp(`^${value}$`);
  if (Array.isArray(value)) return /^\D+$/;
  return /^(none|built-in|no body)$/;
}

describe('The README', () => {
  it('lists every command by its title, once', () => {
    const [, ...listed] = rows(section('Commands'));
    const named = listed
      .filter(([first]) => first !== 'Command')
      .flatMap(([first = '']) => first.split(', '));
    const titles = manifest.contributes.commands.map(({ title }) => manifestTexts[title.slice(1, -1)]);
    assert.deepEqual(named.sort(), [...titles].sort());
  });

  it('lists every setting with its default, once', () => {
    const [, ...listed] = rows(section('Settings'));
    const names = listed.map(([name = '']) => name.slice(1, -1));
    assert.deepEqual(names.sort(), Object.keys(contributedSettings).sort());
    for (const [name = '', given = ''] of listed)
      assert.match(given, defaultText(contributedSettings[name.slice(1, -1)]?.default), name);
  });

  it('has 200 lines at most', () => assert.ok(readme.trimEnd().split('\n').length <= 200));

  it('has pictures of 500 kB at most, in light and in dark', () => {
    const folder = path.join(root, 'media', 'pictures');
    const pictures = readdirSync(folder);
    const large = pictures.filter((name) => statSync(path.join(folder, name)).size > 500_000);
    assert.deepEqual(large, []);
    const light = pictures.filter((name) => name.endsWith('-light.png'));
    assert.ok(light.length > 0);
    const alone = light.filter((name) => !pictures.includes(name.replace('-light', '-dark')));
    assert.deepEqual(alone, []);
  });
});

const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file),
  );
const files = [...filesIn('src'), ...filesIn('test')];
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesIn('docs').filter((file) => file.endsWith('.md')),
  ...files.filter((file) => file.endsWith('.md')),
];
const sources = files.filter((file) => file.endsWith('.ts'));

/** The texts in backticks of a document, without its examples. */
function codeIn(document: string): string[] {
  const text = textOf(document).replace(/^ *```[^]*?^ *```$/gm, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The scripts of package.json that a document names. */
function scriptsIn(document: string): string[] {
  const named = textOf(document).matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test|start)\b)/g);
  return [...named].map(([, script, short = '']) => script ?? short);
}

/** The targets of links to headings of a text. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) =>
      `#${title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-')}`,
  );
}

for (const document of documents)
  describe(document, () => {
    const folder = path.dirname(document);

    it('lists only scripts that the project has', () => {
      const unknown = scriptsIn(document).filter((script) => !(script in manifest.scripts));
      assert.deepEqual(unknown, []);
    });

    it('has links and pictures that lead somewhere', () => {
      const links = [...textOf(document).matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)];
      const targets = links.map(([, link, picture]) => link ?? picture ?? '');
      const broken = targets.filter((target) => {
        if (/^https:/.test(target)) return false;
        const [file = '', anchor] = target.split('#');
        const leadsTo = file === '' ? document : path.join(folder, file);
        if (!existsSync(path.join(root, leadsTo))) return true;
        return anchor !== undefined && !anchorsOf(textOf(leadsTo)).includes(`#${anchor}`);
      });
      assert.deepEqual(broken, []);
    });

    it('names only files that there are', () => {
      const named = codeIn(document).filter((code) =>
        /^(src|test|media|l10n|\.ci)\/[\w./-]+$|^[\w./-]+\.ts$/.test(code),
      );
      const missing = named.filter(
        (file) => !existsSync(path.join(root, file)) && !existsSync(path.join(root, folder, file)),
      );
      assert.deepEqual(missing, []);
    });

    // This one also names statements of other programs.
    if (document === 'src/deck/README.md') return;
    it('names only what the code has', () => {
      const named = codeIn(document).filter((code) => /^[A-Za-z]+[a-z][A-Z][A-Za-z]+$/.test(code));
      const code = ['package.json', ...sources].map(textOf);
      const unknown = named.filter((name) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
      assert.deepEqual(unknown, []);
    });
  });

describe('The other documents', () => {
  it('list every script that people run', () => {
    const known = [...scriptsIn('CONTRIBUTING.md'), 'vscode:prepublish'];
    const missing = Object.keys(manifest.scripts).filter((script) => !known.includes(script));
    assert.deepEqual(missing, []);
  });

  it('have the headings that comments cite', () => {
    const cited = sources.flatMap((file) =>
      [...textOf(file).matchAll(/src\/client\/README\.md, (\w+)/g)].map(([, title = '']) => title),
    );
    const headings = anchorsOf(textOf('src/client/README.md'));
    assert.ok(cited.length > 0);
    const unknown = cited.filter((title) => !headings.includes(`#${title.toLowerCase()}`));
    assert.deepEqual(unknown, []);
  });
});
