import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';
import { listTextFiles } from './texts';

/** Writes the files of texts, prints which of them have changed, and lists what has to be translated. */
function main(): void {
  for (const [name, content] of listTextFiles()) {
    const file = path.join(repositoryRoot(), name);
    if (readFileSync(file, 'utf8') !== content) {
      writeFileSync(file, content);
      console.log(name);
    }
    const texts = JSON.parse(content) as Readonly<Record<string, string>>;
    const missing = Object.keys(texts).filter((key) => texts[key] === '');
    if (missing.length > 0)
      console.log(`To translate in ${name}:\n${missing.map((key) => `  ${key}`).join('\n')}`);
  }
}

main();
