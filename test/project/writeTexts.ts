import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../host/testDataFolder';
import { listTextFiles } from './texts';

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;

/** Writes the files of texts, or with `--check` only says which would change; and lists what has to be translated. */
async function main(): Promise<void> {
  for (const [name, content] of await listTextFiles()) {
    const file = path.join(repositoryRoot(), name);
    if (readFileSync(file, 'utf8') !== content) {
      if (!check) writeFileSync(file, content);
      console.log(check ? `${name} is not what “npm run l10n” writes.` : `${name} is written.`);
      if (check) process.exitCode = 1;
    }
    const texts = JSON.parse(content) as Readonly<Record<string, string>>;
    const missing = Object.keys(texts).filter((key) => texts[key] === '');
    if (missing.length > 0)
      console.log(`To translate in ${name}:\n${missing.map((key) => `  ${key}`).join('\n')}`);
  }
}

void main();
