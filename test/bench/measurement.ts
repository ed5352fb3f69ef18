/**
 * Does one thing once.
 * @param round number of the round within the batch
 * @returns its cost, in the unit of the measurement
 * @throws when it cannot be measured
 */
export type Measure = (round: number) => Promise<number>;

/** A line of the table: the cost of one thing in the extension, compared with a reference in the same run. */
export interface Measurement {
  /** Unique; words of it select the measurement on the command line. */
  readonly name: string;
  readonly unit: 's' | 'MB' | 'kB' | 'ms' | 'ms a file' | 'ms a row';
  readonly ours: Measure;
  readonly reference?: { readonly name: string; readonly measure: Measure };
  readonly target: Target;
}

/** Upper limits for our median. Without any limit, the line is shown for information only. */
export interface Target {
  /** As a multiple of the reference's median. */
  readonly ratio?: number;
  /** In the unit of the measurement. */
  readonly figure?: number;
}

/** Measurements that mostly wait and can therefore run at the same time. */
export type Batch = readonly Measurement[];

/** Runs something once in each round, so that several measurements of one batch can show figures of the same run. */
export function oncePerRound<T>(run: () => Promise<T>): (round: number) => Promise<T> {
  let latest: { readonly round: number; readonly result: Promise<T> } | undefined;
  return (round) => {
    if (latest?.round !== round) latest = { round, result: run() };
    return latest.result;
  };
}

/** Spread of one figure over all rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Row {
  readonly name: string;
  readonly unit: Measurement['unit'];
  readonly target: Target;
  readonly ours?: Spread;
  readonly reference?: Spread & { readonly name: string };
  /** Ratio of the medians. */
  readonly ratio?: number;
  readonly verdict: 'holds' | 'falls short' | 'not measured';
  /** Reason why it was not measured. */
  readonly reason?: string;
}

/** Alternates between ours and the references, so that a busy machine disturbs both. */
export async function measureBatch(batch: Batch, rounds: number): Promise<Row[]> {
  const ours = batch.map((): number[] => []);
  const references = batch.map((): number[] => []);
  try {
    for (let round = 0; round < rounds; round++) {
      await collect(
        round,
        ours,
        batch.map((one) => one.ours),
      );
      await collect(
        round,
        references,
        batch.map((one) => one.reference?.measure),
      );
    }
  } catch (error) {
    // A measurement that fails does not stop the others.
    const reason = error instanceof Error ? error.message : String(error);
    return batch.map(({ name, unit, target }) => ({ name, unit, target, verdict: 'not measured', reason }));
  }
  return batch.map((one, index) => rowOf(one, ours[index] ?? [], references[index] ?? []));
}

async function collect(
  round: number,
  into: readonly number[][],
  measures: readonly (Measure | undefined)[],
): Promise<void> {
  const figures = await Promise.all(measures.map(async (measure) => await measure?.(round)));
  figures.forEach((figure, index) => figure !== undefined && into[index]?.push(figure));
}

function rowOf({ name, unit, target, reference }: Measurement, ours: number[], others: number[]): Row {
  const spread = spreadOf(ours);
  if (reference === undefined)
    return { name, unit, target, ours: spread, verdict: verdictOn(spread, target) };
  const other = spreadOf(others);
  const ratio = spread.median / other.median;
  const verdict = verdictOn(spread, target, ratio);
  return { name, unit, target, ours: spread, reference: { name: reference.name, ...other }, ratio, verdict };
}

/** Ratios are judged as displayed, with two decimals. */
function verdictOn({ median }: Spread, target: Target, ratio = 0): Row['verdict'] {
  const { ratio: mostRatio = Infinity, figure = Infinity } = target;
  return median <= figure && Math.round(ratio * 100) / 100 <= mostRatio ? 'holds' : 'falls short';
}

function spreadOf(figures: readonly number[]): Spread {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? NaN;
  const middle = (sorted.length - 1) / 2;
  const median = (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
  return { median, least: at(0), most: at(sorted.length - 1) };
}
