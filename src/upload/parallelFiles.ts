/**
 * How many files an upload sends at the same time. Each accepted short file is evidence that its connection did not
 * wait for the others, so it makes room for another one, as in the slow start of TCP. Long files are too few for that:
 * for them, the number is doubled as a trial and stays only if more bytes are sent. A setback ends all growth.
 */
export interface ParallelFiles {
  /** Number of files to send at the same time, 1 to 64. */
  readonly limit: number;
  /** Shortest duration of an accepted short file; ms. */
  readonly fastestMs: number;
  /** Time of the latest setback that lowered the limit; ms. There is no growth after it. */
  readonly backedOffAtMs: number | undefined;
  readonly proof: Proof;
  /** `undefined` as soon as a trial brought nothing. */
  readonly trial: Trial | undefined;
}

/** Counts accepted files that were being sent at one moment. */
interface Proof {
  readonly momentMs: number;
  readonly accepted: number;
  /** The largest number since the latest setback. */
  readonly most: number;
}

/** Measures the rate of long files. */
interface Trial {
  readonly beganAtMs: number;
  /** The moment from which bytes are counted. */
  readonly mark: { readonly atMs: number; readonly bytesSent: number } | undefined;
  /** The limit before it, and its rate in bytes per ms. */
  readonly before: { readonly limit: number; readonly rate: number } | undefined;
}

/** Times are ms of any monotonic clock. */
export type TransferEvent =
  /** Bytes handed to the network since the upload began, of all files; about every 50 ms. */
  | {
      readonly kind: 'progress';
      readonly atMs: number;
      readonly bytesSent: number;
      readonly running: number;
      readonly waiting: number;
    }
  /** A file was accepted; `durationMs` includes a new connection, and `running` this file. */
  | {
      readonly kind: 'accepted';
      readonly atMs: number;
      readonly startedAtMs: number;
      readonly durationMs: number;
      readonly sizeBytes: number;
      readonly running: number;
      readonly waiting: number;
    }
  /** A file was rejected for now, or its connection failed or was left waiting; `running` excludes it. */
  | {
      readonly kind: 'setback';
      readonly atMs: number;
      readonly startedAtMs: number;
      readonly running: number;
      readonly reason: 'busy' | 'connection';
    };

type Progress = TransferEvent & { readonly kind: 'progress' };
type Accepted = TransferEvent & { readonly kind: 'accepted' };
type Setback = TransferEvent & { readonly kind: 'setback' };

/** More would bring little even to the smallest files, and servers often allow 100 connections of one client. */
export const maxParallelFiles = 64;

/** As many as browsers open to one host, so every server expects them; they fill most links with long files. */
const startLimit = 6;

/** Larger files spend their time on sending rather than on waiting for the response; bytes. */
const maxShortBytes = 1024 * 1024;

/** Durations up to this multiple of the fastest one differ by chance; longer ones may be due to a queue. */
const freeFactor = 2;

/** Files that take more than this multiple of the fastest one wait for each other, rather than for a new connection. */
const queuedFactor = 6;

/** Long enough for new connections to reach their rate; ms. */
const settleMs = 750;

/** Long enough for a rate, with a progress event each 50 ms; ms. */
const measureMs = 500;

/** A trial must bring this: each additional connection at least a tenth of what an earlier one brings. */
const minGain = 1.1;

export function startParallelFiles(): ParallelFiles {
  return {
    limit: startLimit,
    fastestMs: Infinity,
    backedOffAtMs: undefined,
    proof: { momentMs: -Infinity, accepted: 0, most: 0 },
    trial: { beganAtMs: -Infinity, mark: undefined, before: undefined },
  };
}

/** Call it with each event in the order of time. */
export function adaptParallelFiles(state: ParallelFiles, event: TransferEvent): ParallelFiles {
  switch (event.kind) {
    case 'accepted':
      return judgeShortFile({ ...state, proof: countProof(state.proof, event) }, event);
    case 'progress':
      return judgeRate(state, event);
    case 'setback':
      return backOff(state, event);
  }
}

function countProof(proof: Proof, { startedAtMs, atMs }: Accepted): Proof {
  const isNext = startedAtMs > proof.momentMs || proof.accepted === 0;
  const accepted = isNext ? 1 : proof.accepted + 1;
  return {
    momentMs: isNext ? Math.min(startedAtMs, atMs) : proof.momentMs,
    accepted,
    most: Math.max(proof.most, accepted),
  };
}

function judgeShortFile(
  state: ParallelFiles,
  { sizeBytes, durationMs, atMs, waiting }: Accepted,
): ParallelFiles {
  if (sizeBytes > maxShortBytes || state.backedOffAtMs !== undefined) return state;
  const fastestMs = Math.min(state.fastestMs, durationMs);
  const change = durationMs <= freeFactor * fastestMs ? 1 : durationMs > queuedFactor * fastestMs ? -1 : 0;
  const limit = waiting === 0 ? state.limit : clampLimit(state.limit + change, startLimit);
  // The rate of long files cannot be told apart from that of short ones.
  const trial = state.trial && { ...state.trial, beganAtMs: atMs, mark: undefined };
  return { ...state, fastestMs, limit, trial };
}

function judgeRate(state: ParallelFiles, { atMs, bytesSent, running, waiting }: Progress): ParallelFiles {
  const { trial, limit } = state;
  if (trial === undefined || state.backedOffAtMs !== undefined) return state;
  if (waiting === 0 || running < limit || trial.beganAtMs === -Infinity || bytesSent === 0)
    return { ...state, trial: { ...trial, beganAtMs: atMs, mark: undefined } };
  if (atMs - trial.beganAtMs < settleMs) return state;
  if (trial.mark === undefined) return { ...state, trial: { ...trial, mark: { atMs, bytesSent } } };
  if (atMs - trial.mark.atMs < measureMs) return state;
  const rate = (bytesSent - trial.mark.bytesSent) / (atMs - trial.mark.atMs);
  const { before } = trial;
  if (before !== undefined && rate < minGain * before.rate)
    return { ...state, limit: Math.min(limit, before.limit), trial: undefined };
  if (limit === maxParallelFiles) return { ...state, trial: undefined };
  return {
    ...state,
    limit: clampLimit(2 * limit, 1),
    trial: { beganAtMs: atMs, mark: undefined, before: { limit, rate } },
  };
}

function backOff(state: ParallelFiles, { atMs, startedAtMs, running, reason }: Setback): ParallelFiles {
  const { limit, backedOffAtMs = -Infinity, proof } = state;
  const used = Math.min(limit, running + 1);
  const works = Math.min(limit, Math.max(1, running, proof.most));
  const isOfLast = startedAtMs <= backedOffAtMs;
  const lowered = reason === 'connection' ? works : isOfLast ? limit : Math.max(1, Math.floor(used / 2));
  return {
    ...state,
    limit: lowered,
    backedOffAtMs: isOfLast ? backedOffAtMs : atMs,
    trial: undefined,
  };
}

function clampLimit(limit: number, min: number): number {
  return Math.min(maxParallelFiles, Math.max(Math.min(limit, maxParallelFiles), min));
}
