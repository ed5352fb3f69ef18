import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { rewrites } from '../project/documents';
import { contributedSettings, manifest, manifestTexts } from '../support/manifest';

// Tests run in the root folder of the project.
const root = process.cwd();
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

describe('The README', () => {
  it('has a row for every command and every setting', () => {
    const titles = manifest.contributes.commands.map(
      ({ title }) => manifestTexts[title.slice(1, -1)] ?? title,
    );
    const names = [...titles, ...Object.keys(contributedSettings).map((name) => `\`${name}\``)];
    const cells = [...readme.matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell = '']) => cell.split(', '));
    assert.deepEqual(cells.filter((cell) => names.includes(cell)).sort(), names.sort());
  });

  it('has 160 lines at most, besides its tables', () => {
    const lines = readme
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('|'));
    assert.ok(lines.length <= 160, `${lines.length}`);
  });

  it('shows pictures of 500 kB at most, each one the same on light and on dark pages, and all that there are', () => {
    const shown = [...readme.matchAll(/\]\((media\/[^)]+)\)|src="([^"]+)"/g)].map(
      ([, image, element]) => image ?? element ?? '',
    );
    assert.deepEqual(shown.sort(), filesIn('media/pictures').sort());
    const large = shown.filter((file) => statSync(path.join(root, file)).size > 500_000);
    assert.deepEqual(large, []);
    // Stores make the sources of pictures absolute, but no choice among several.
    assert.doesNotMatch(readme, /srcset|<picture/);
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

/** The texts in backticks of a document, without its examples. */
function codeIn(document: string): string[] {
  const text = textOf(document).replace(/^ *```[^]*?^ *```$/gm, '');
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
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

for (const [document, rewrite] of Object.entries(rewrites))
  describe(document, () => {
    it('has the tables that `npm run documents` writes', () => {
      const text = textOf(document);
      assert.equal(text, rewrite(text));
    });
  });

for (const document of documents)
  describe(document, () => {
    const folder = path.dirname(document);

    it('has links and pictures that lead somewhere', () => {
      const links = [...textOf(document).matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)];
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
  });
