import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { contributedSettings, manifest, manifestTexts } from '../support/manifest';
import { formatTable, replaceTable } from './markdown';

/** The README with the tables of commands and settings that the code and package.json give it. */
export function withTables(readme: string): string {
  const commands = formatTable([['Command', 'Description'], ...listCommandRows()]);
  const settings = formatTable([['Setting', 'Default', 'Description'], ...listSettingRows()]);
  return replaceTable(replaceTable(readme, 'Commands', commands), 'Settings', settings);
}

/** A row for each group of commands in `src/contributions.ts`: their titles, and the comment above them. */
function listCommandRows(): string[][] {
  const [, block = ''] =
    /^export const commands = \{\n([^]*?)^\}/m.exec(textOf('src/contributions.ts')) ?? [];
  const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]));
  return block.split(/\n\n/).map((group) => {
    const ids = [...group.matchAll(/^ {2}\w+: '([^']+)',$/gm)].map(([, id = '']) => id);
    const named = ids.map((id) => manifestTexts[titles.get(id)?.slice(1, -1) ?? ''] ?? id);
    return [named.join(', '), describe(group)];
  });
}

/** A row for each setting of `src/settingTable.ts`: its key, its default in words, and the comment above it. */
function listSettingRows(): string[][] {
  const [, block = ''] =
    /^export const settingTable = \{\n([^]*?)^\}/m.exec(textOf('src/settingTable.ts')) ?? [];
  return block.split(/\n\n/).map((row) => {
    const [, key = ''] = /key: '([^']+)'/.exec(row) ?? [];
    const [, inWords] = /^ +\* @default (.*)$/m.exec(row) ?? [];
    return [`\`${key}\``, inWords ?? wordsOf(contributedSettings[key]?.default), describe(row)];
  });
}

/** The comment that a piece of code begins with, in one line and without its tags. */
function describe(code: string): string {
  const [, comment = ''] = /^ *\/\*\*([^]*?)\*\//.exec(code) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^ *\* ?/, '').trim());
  return lines.filter((line) => line !== '' && !line.startsWith('@')).join(' ');
}

function wordsOf(value: unknown): string {
  if (value === '') return 'empty';
  if (value === null) return 'built-in';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return `\`${value}\``;
  if (typeof value === 'number') return String(value);
  return 'none';
}

function textOf(file: string): string {
  return readFileSync(path.join(repositoryRoot(), file), 'utf8');
}
