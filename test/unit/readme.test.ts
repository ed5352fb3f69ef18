import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

// Tests run in the root folder of the project.
const root = process.cwd();
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const texts = readJson('package.nls.json') as Readonly<Record<string, string>>;
const manifest = readJson('package.json') as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default?: unknown }>> };
  };
};

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

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
    const titles = manifest.contributes.commands.map(({ title }) => texts[title.slice(1, -1)]);
    assert.deepEqual(named.sort(), [...titles].sort());
  });

  it('lists every setting with its default, once', () => {
    const [, ...listed] = rows(section('Settings'));
    const { properties } = manifest.contributes.configuration;
    assert.deepEqual(
      listed.map(([name = '']) => name).sort(),
      Object.keys(properties)
        .map((key) => `\`${key}\``)
        .sort(),
    );
    for (const [name = '', given = ''] of listed) {
      assert.match(given, defaultText(properties[name.slice(1, -1)]?.default), name);
    }
  });

  it('lists every script of the project that it names, and names no other', () => {
    const named = [...readme.matchAll(/npm (?:run )?(test|start|(?<=run )[\w:]+)/g)].map(
      ([, script = '']) => script,
    );
    const unknown = named.filter((script) => !(script in manifest.scripts));
    assert.deepEqual(unknown, []);
  });

  it('has working links and pictures', () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)];
    const targets = links.map(([, link, picture]) => link ?? picture ?? '');
    const headings = [...readme.matchAll(/^#+ (.+)$/gm)].map(
      ([, title = '']) =>
        `#${title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-')}`,
    );
    const broken = targets.filter((target) => {
      if (/^https:/.test(target)) return false;
      return target.startsWith('#') ? !headings.includes(target) : !existsSync(path.join(root, target));
    });
    assert.deepEqual(broken, []);
  });

  it('has pictures of 500 kB at most, in light and in dark', () => {
    const folder = path.join(root, 'media', 'pictures');
    const pictures = readdirSync(folder);
    const large = pictures.filter((name) => statSync(path.join(folder, name)).size > 500_000);
    assert.deepEqual(large, []);
    const light = pictures.filter((name) => name.endsWith('-light.png'));
    assert.ok(light.length > 0);
    assert.deepEqual(
      light.filter((name) => !pictures.includes(name.replace('-light', '-dark'))),
      [],
    );
  });
});
