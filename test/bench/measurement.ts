/**
 * Does one thing once.
 * @param round number of the round
 * @returns its cost, in the unit of the measurement
 * @throws when it cannot be measured
 */
type Measure = (round: number) => Promise<number>;

/** A line of the table: the cost of one thing in the extension, compared with a reference in the same run. */
export interface Measurement {
  /** Unique; words of it select the measurement on the command line. */
  readonly name: string;
  readonly unit: string;
  readonly ours: Measure;
  readonly reference?: { readonly name: string; readonly measure: Measure };
  readonly target: Target;
}

/** Upper limits for our median. Without any limit, the line is shown for information only. */
interface Target {
  /** As a multiple of the reference's median. */
  readonly ratio?: number;
  /** In the unit of the measurement. */
  readonly figure?: number;
}

/** Runs something once in each round, so that several measurements can show figures of the same run. */
export function oncePerRound<T>(run: () => Promise<T>): (round: number) => Promise<T> {
  const results: Promise<T>[] = [];
  return (round) => (results[round] ??= run());
}

export interface Row extends Pick<Measurement, 'name' | 'unit' | 'target'> {
  /** All rounds, from the least to the most. */
  readonly ours: readonly number[];
  readonly reference: string;
  readonly theirs: readonly number[];
  /** Ratio of the medians; NaN without a reference. */
  readonly ratio: number;
  readonly verdict: string;
}

/** Alternates between ours and the reference, so that a busy machine disturbs both. */
export async function measure(
  { name, unit, target, ours, reference }: Measurement,
  rounds: number,
): Promise<Row> {
  const own: number[] = [];
  const others: number[] = [];
  let verdict: string | undefined;
  try {
    for (let round = 0; round < rounds; round++) {
      own.push(await ours(round));
      if (reference !== undefined) others.push(await reference.measure(round));
    }
  } catch (error) {
    // A measurement that fails does not stop the others.
    verdict = `not measured: ${error instanceof Error ? error.message : String(error)}`;
  }
  for (const figures of [own, others]) figures.sort((a, b) => a - b);
  const ratio = medianOf(own) / medianOf(others);
  verdict ??= isReached(target, medianOf(own), ratio) ? 'holds' : 'falls short';
  return {
    name,
    unit,
    target,
    ours: own,
    reference: reference?.name ?? '',
    theirs: others,
    ratio,
    verdict,
  };
}

/** Ratios are judged as displayed, with two decimals. */
function isReached({ ratio = Infinity, figure = Infinity }: Target, median: number, ours: number): boolean {
  return median <= figure && !(Math.round(ours * 100) / 100 > ratio);
}

function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/** A row of the printed table: medians, with the minimum and the maximum of all rounds. */
export function wordsOf({ name, unit, target, ours, reference, theirs, ratio, verdict }: Row) {
  return {
    measurement: name,
    ours: spreadOf(ours),
    theirs: theirs.length === 0 ? '' : `${reference}: ${spreadOf(theirs)}`,
    unit,
    ratio: Number.isNaN(ratio) ? '' : ratio.toFixed(2),
    target: target.ratio?.toFixed(2) ?? target.figure,
    verdict,
  };
}

function spreadOf(sorted: readonly number[]): string {
  const [median, least = NaN, most = NaN] = [medianOf(sorted), sorted[0], sorted.at(-1)].map((figure = NaN) =>
    figure.toFixed(figure < 10 ? 2 : 0),
  );
  return `${median} (${least}–${most})`;
}
