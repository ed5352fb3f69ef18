import { maxParallelFiles } from './maxParallelFiles';

/**
 * The rule for the number of files that an upload sends at the same time. An accepted short file that took no longer
 * than the fastest one did not wait for the others, so it makes room for more, as in the slow start of TCP. Long files
 * are accepted too rarely for that: for them the number is doubled on trial. A setback ends all growth.
 */
export interface ParallelFiles {
  /** Number of files to send at the same time, 1 to 64. */
  readonly limit: number;
  /** Shortest duration of an accepted file; ms. */
  readonly fastestMs: number;
  /** Time of the latest setback that lowered the limit; ms. */
  readonly backedOffAtMs: number | undefined;
  /** Number of files that had worked at that time; setbacks of files begun earlier do not lower the limit below it. */
  readonly floor: number;
  readonly acceptedSinceSetback: number;
  readonly proof: Proof;
  /** `undefined` until bytes are sent. */
  readonly trial: Trial | undefined;
}

/** Counts files that were being sent at the same moment and then accepted. */
interface Proof {
  readonly momentMs: number;
  readonly accepted: number;
  /** The largest number since the limit was lowered. */
  readonly most: number;
}

/** Measures the rate at one limit, to compare it with the rate at the limit before. */
interface Trial {
  /** Not before; ms. */
  readonly measuresFromMs: number;
  /** Factor of all its times. Doubles with each trial that brought nothing. */
  readonly patience: number;
  /** Where the measurement began. */
  readonly first: Progress | undefined;
  readonly before: Before | undefined;
}

/** The limit that a trial doubled, its rate, and the time when it was doubled. */
interface Before {
  readonly limit: number;
  readonly bytesPerMs: number;
  readonly atMs: number;
}

interface Progress {
  readonly atMs: number;
  /** Bytes handed to the network since the upload began, of all files. */
  readonly bytesSent: number;
  /** Number of files being sent. */
  readonly running: number;
  /** Number of files that have not begun. */
  readonly waiting: number;
}

interface Accepted {
  readonly atMs: number;
  readonly startedAtMs: number;
  /** From the start, connection included, to the response. */
  readonly durationMs: number;
  readonly sizeBytes: number;
  /** Includes this file. */
  readonly running: number;
  readonly waiting: number;
}

interface Setback {
  readonly atMs: number;
  readonly startedAtMs: number;
  /** Whether the same file has failed before, so that this is not chance. */
  readonly isRepeated?: boolean;
  /** Number of files still being sent, without this one. */
  readonly running: number;
  /** Busy: 429, 503, or Retry-After. Connection: refused, reset, left waiting, or a time limit. */
  readonly reason: 'busy' | 'connection';
}

/** Times are ms of any monotonic clock. Progress is reported about every 50 ms. */
export type TransferEvent =
  | ({ readonly kind: 'progress' } & Progress)
  | ({ readonly kind: 'accepted' } & Accepted)
  | ({ readonly kind: 'setback' } & Setback);

/** As many as browsers open to one host, so servers expect them; enough to fill most links with long files. */
const startLimit = 6;

/** Files that take longer are long: a trial of the rate gives a result sooner than waiting for some of them. */
const maxShortMs = 2000;

/** Clocks and the event loop are not more exact. */
const minDurationMs = 0.5;

/** Between the variation of a third from file to file and the double duration where half of the files are too many. */
const freeFactor = 1.5;

/** Triples the limit in the time of one file, so that few round trips lead from 6 to 64. */
const growthPerFile = 3;

/** A new connection takes up to 4 round trips for its first file, so only more than that, with variation, is a queue. */
const queuedFactor = 6;

/** Time for new connections to reach their rate and to fill their buffers, which looks like a high rate. */
const settleMs = 750;

/** Minimum time of a measurement: ten events. */
const minMeasureMs = 500;

/** Ten times what a connection may hold in its buffers, which must not look like the gain of a tenth below. */
const minBytesPerFile = 4 * 1024 * 1024;

/** Gain of a doubled limit: each additional connection must bring at least a tenth of what the earlier ones bring. */
const minGain = 1.1;

/** Pause after a trial in vain, in times of that trial: trials take a fifth of the time or little more. */
const pausePerTrial = 4;

/** Rounds of files without a setback after which the next one is chance. */
const roundsOfProof = 3;

export function startParallelFiles(): ParallelFiles {
  return {
    limit: startLimit,
    fastestMs: Infinity,
    backedOffAtMs: undefined,
    floor: 1,
    acceptedSinceSetback: 0,
    proof: { momentMs: -Infinity, accepted: 0, most: 0 },
    trial: undefined,
  };
}

/** @param event in the order of time; after an accepted file, before the next files begin */
export function adaptParallelFiles(state: ParallelFiles, event: TransferEvent): ParallelFiles {
  if (event.kind === 'setback') return backOff(state, event);
  const next = event.kind === 'accepted' ? countAccepted(state, event) : state;
  if (next.backedOffAtMs !== undefined) return next;
  return event.kind === 'accepted' ? judgeDuration(next, event) : judgeRate(next, event);
}

function countAccepted(state: ParallelFiles, { startedAtMs }: Accepted): ParallelFiles {
  const { momentMs, accepted, most } = state.proof;
  const counted = startedAtMs > momentMs ? 1 : accepted + 1;
  return {
    ...state,
    acceptedSinceSetback: state.acceptedSinceSetback + 1,
    proof: { momentMs: Math.max(momentMs, startedAtMs), accepted: counted, most: Math.max(most, counted) },
  };
}

function judgeDuration(state: ParallelFiles, { atMs, durationMs, waiting }: Accepted): ParallelFiles {
  const fastestMs = Math.max(minDurationMs, Math.min(state.fastestMs, durationMs));
  // A file that waits is sent sooner by a connection that becomes free than by a new one if there are few of them.
  if (durationMs > maxShortMs || waiting < state.limit) return { ...state, fastestMs };
  const change = changeFor(durationMs / fastestMs);
  const limit = clampLimit(state.limit + change);
  // A rate needs a constant limit.
  const trial = state.trial && delayTrial(state.trial, atMs, limit === state.limit);
  return { ...state, fastestMs, limit, trial };
}

function changeFor(slowness: number): number {
  if (slowness <= freeFactor) return growthPerFile;
  return slowness > queuedFactor ? -1 : 0;
}

function startTrial(atMs: number): Trial {
  return { measuresFromMs: atMs + settleMs, patience: 1, first: undefined, before: undefined };
}

function delayTrial(trial: Trial, atMs: number, isComparable: boolean): Trial {
  const measuresFromMs = Math.max(trial.measuresFromMs, atMs + settleMs * trial.patience);
  return { ...trial, measuresFromMs, first: undefined, before: isComparable ? trial.before : undefined };
}

function judgeRate(state: ParallelFiles, progress: Progress): ParallelFiles {
  const { limit } = state;
  const { atMs, bytesSent, running, waiting } = progress;
  const trial = state.trial ?? startTrial(atMs);
  if (bytesSent === 0 || waiting === 0 || running < limit)
    return { ...state, trial: delayTrial(trial, atMs, true) };
  if (atMs < trial.measuresFromMs) return { ...state, trial };
  const { first = progress, patience } = trial;
  const [timeMs, bytes] = [atMs - first.atMs, bytesSent - first.bytesSent];
  if (timeMs < minMeasureMs * patience || bytes < minBytesPerFile * limit)
    return { ...state, trial: { ...trial, first } };
  const bytesPerMs = bytes / timeMs;
  const { before } = trial;
  if (before !== undefined && bytesPerMs < minGain * before.bytesPerMs) {
    const measuresFromMs = atMs + pausePerTrial * (atMs - before.atMs);
    const next = { measuresFromMs, patience: 2 * patience, first: undefined, before: undefined };
    return { ...state, limit: Math.min(limit, before.limit), trial: next };
  }
  const doubled = clampLimit(Math.min(2 * limit, running + waiting));
  return {
    ...state,
    limit: doubled,
    trial: delayTrial({ ...trial, before: { limit, bytesPerMs, atMs } }, atMs, true),
  };
}

function backOff(state: ParallelFiles, setback: Setback): ParallelFiles {
  const { atMs, startedAtMs, running, reason, isRepeated } = setback;
  const { limit, backedOffAtMs, proof, acceptedSinceSetback } = state;
  if (backedOffAtMs !== undefined && startedAtMs <= backedOffAtMs) {
    // It belongs to the latest one, but what fails with it does not work either.
    return reason === 'busy' ? state : { ...state, limit: Math.min(limit, Math.max(running, state.floor)) };
  }
  const isChance = acceptedSinceSetback > roundsOfProof * limit && isRepeated !== true;
  if (backedOffAtMs !== undefined && isChance)
    return { ...state, backedOffAtMs: atMs, floor: limit, acceptedSinceSetback: 0 };
  const used = Math.min(limit, running + 1);
  // Connections that work may be idle at the moment when the others fail, so at first not only one remains.
  const floor = Math.max(1, Math.min(used - 1, Math.max(2, proof.most)));
  return {
    ...state,
    limit: reason === 'busy' ? Math.max(1, Math.ceil(used / 2)) : Math.max(floor, used - 1),
    backedOffAtMs: atMs,
    floor,
    acceptedSinceSetback: 0,
    proof: { ...proof, most: 0 },
  };
}

function clampLimit(limit: number): number {
  return Math.min(maxParallelFiles, Math.max(limit, startLimit));
}
