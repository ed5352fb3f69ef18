/**
 * Prints one JSON line for each file that the named decks mention: `npm run --silent deck-check -- FILE…`. The
 * arguments are the selection; of a folder, all of its files. Fails if an argument cannot be read.
 */
import path from 'node:path';
import { checkDecks } from '../../src/deck/checkDecks';
import type { DeckFile } from '../../src/deck/finding';
import { selectForDeckCheck } from './deckSelection';

async function main(): Promise<void> {
  // npm starts scripts in the folder of the project.
  const here = process.env.INIT_CWD ?? process.cwd();
  const items = process.argv.slice(2).map((argument) => path.resolve(here, argument));
  if (items.length === 0) throw new Error('name at least one file or folder');
  const { order, rejected } = await selectForDeckCheck(here, items);
  for (const { path: file, reason } of rejected) process.stderr.write(`${file}: ${reason}\n`);
  const { findings, partlyRead } = checkDecks(order);
  const show = (deck: DeckFile) => path.relative(here, deck.path);
  const lines = [
    ...findings.map(({ deck, line, name, kind, state, actual }) => ({
      deck: show(deck),
      line,
      name,
      kind,
      state,
      ...(actual !== undefined && { actual }),
    })),
    ...partlyRead.map(({ deck, line }) => ({ deck: show(deck), line, state: 'partlyRead' })),
  ];
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
