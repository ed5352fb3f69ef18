import path from 'node:path';
import { sources } from '../support/sources';

/** Prints every file of `src` with the first sentence of its docstring; with words behind it, only these folders. */
function main(folders: readonly string[]): void {
  for (const [file, text] of [...sources].sort(([one], [other]) => (one < other ? -1 : 1)))
    if (folders.length === 0 || folders.some((folder) => file.startsWith(`${folder}/`)))
      console.log(`${file}: ${describe(file, text)}`);
}

/** The comment at the top, else that of what has the name of the file, of what it exports first, or the first one. */
function describe(file: string, text: string): string {
  const name = path.posix.basename(file, '.ts').toLowerCase();
  const comments = [...text.matchAll(/\/\*\*([^]*?)\*\/\s*(export [\w ]*?(\w+)\b(?! \w))?/g)];
  const [, comment = ''] =
    /^\/\*\*([^]*?)\*\/\n\n/.exec(text) ??
    comments.find(([, , , exported]) => exported?.toLowerCase() === name) ??
    comments.find(([, , isExported]) => isExported !== undefined) ??
    comments[0] ??
    [];
  const words = comment
    .split('\n')
    .map((line) => line.replace(/^ *\* ?/, '').trim())
    .join(' ')
    .trim();
  return /^.*?[.!?](?= [A-Z@]|$)/.exec(words)?.[0] ?? (words === '' ? '(no docstring)' : words);
}

main(process.argv.slice(2));
