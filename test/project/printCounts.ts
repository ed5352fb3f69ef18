import { type Counted, findCounted, maxCounts } from './sourceCounts';

/** Prints how much of everything that is counted the sources have, and where; with words behind it, only these kinds. */
function main(words: readonly string[]): void {
  const counted = Object.entries(findCounted()) as [Counted, readonly string[]][];
  for (const [kind, places] of counted.filter(([name]) => words.length === 0 || words.includes(name))) {
    console.log(`${kind}: ${places.length} (at most ${maxCounts[kind]})`);
    for (const place of places) console.log(`  ${place}`);
  }
}

main(process.argv.slice(2));
