import type { DeckReport, Finding, FindingState } from '../../deck/finding';
import { isWorthShowing } from '../../messages/deckFindings';

/** A file that decks name. */
export interface NamedFile {
  /** The first place that names it. */
  readonly finding: Finding;
  /** How many other places name it. */
  readonly otherPlaces: number;
}

/** The findings of a check, as the plan shows them. */
export interface PlanFindings {
  /** Files that would not be uploaded; those with a target can be added. */
  readonly missing: readonly NamedFile[];
  /** The paths of those that one click adds. A file that a pattern excludes has to be ticked itself. */
  readonly toAdd: readonly string[];
  /** Names that may not be found, although a file is there. */
  readonly others: readonly NamedFile[];
  readonly partlyRead: DeckReport['partlyRead'];
}

const missingStates: ReadonlySet<FindingState> = new Set([
  'notSelected',
  'excluded',
  'missing',
  'notRegular',
  'outside',
]);

export function toPlanFindings({ findings, partlyRead }: Omit<DeckReport, 'decks'>): PlanFindings {
  const files = groupByFile(findings.filter(isWorthShowing));
  const missing = files.filter(isMissing);
  const targets = new Set(missing.flatMap(({ finding }) => finding.target ?? []));
  const excluded = new Set(
    missing.flatMap(({ finding: { target, pattern } }) =>
      target !== undefined && pattern !== undefined ? [target] : [],
    ),
  );
  return {
    missing,
    toAdd: [...targets].filter((target) => !excluded.has(target)),
    others: files.filter((file) => !isMissing(file)),
    partlyRead,
  };
}

function isMissing({ finding: { state, target } }: NamedFile): boolean {
  return missingStates.has(state) || target !== undefined;
}

function groupByFile(findings: readonly Finding[]): NamedFile[] {
  const groups = new Map<string, NamedFile>();
  for (const finding of findings) {
    const { state, target, name, deck } = finding;
    // Without a file, the same name may mean different ones in decks of different folders.
    const key = JSON.stringify([state, target ?? [deck.path, name]]);
    const known = groups.get(key);
    groups.set(
      key,
      known === undefined
        ? { finding, otherPlaces: 0 }
        : { finding: known.finding, otherPlaces: known.otherPlaces + 1 },
    );
  }
  return [...groups.values()];
}
