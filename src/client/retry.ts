/** Which requests are repeated, how often, and after what time. */

import { type NetworkCode, NetworkError, type ServiceError, StatusError } from './core/errors';
import { isPassing, provesNothingDone } from './core/isPassing';
import type { Operation } from './core/types';

/** Longest wait for an upload URL to become valid, because a clock is ahead; ms. */
const maxValidInMs = 10 * 60_000;

interface RetryRule {
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Milliseconds; doubles with each failure up to `ceiling`, then the delay is a random part of it. */
  readonly baseMs: number;
  readonly ceilingMs: number;
  /** The share of that delay, 0 to 1, that is waited in any case. */
  readonly minPart: number;
  /** Longest delay that a server may ask for; ms. A longer one ends the attempts. */
  readonly maxServerWaitMs: number;
  readonly mayPass: (status: number) => boolean;
  readonly network: ReadonlySet<NetworkCode>;
  /** Error codes for which even a 400 is worth a retry. */
  readonly storageCodes: ReadonlySet<string>;
  /** Network failures that are retried once at most. */
  readonly networkOnce: ReadonlySet<NetworkCode>;
  /** After a network failure, retry only when it is proved that nothing was sent. */
  readonly unsentOnly: boolean;
}

const list: RetryRule = {
  attempts: 4,
  baseMs: 500,
  ceilingMs: 20_000,
  minPart: 0,
  maxServerWaitMs: 120_000,
  mayPass: isPassing,
  network: new Set<NetworkCode>([
    'dns',
    'refused',
    'unreachable',
    'connectTimeout',
    'proxyGateway',
    'reset',
    'cut',
    'timeout',
  ]),
  storageCodes: new Set(),
  networkOnce: new Set(),
  unsentOnly: false,
};

/** How long a file server may accept nothing, from the first failure on; ms. Networks and servers come back. */
export const maxUploadFaultMs = 15 * 60_000;

/** Each file has its own attempts. The upload limits the time in which none of them is accepted. */
const upload: RetryRule = {
  ...list,
  attempts: Infinity,
  baseMs: 1000,
  ceilingMs: 60_000,
  minPart: 0.5,
  maxServerWaitMs: maxUploadFaultMs,
  network: new Set<NetworkCode>([...list.network, 'stalled']),
  storageCodes: new Set(['RequestTimeout', 'IncompleteBody', 'SlowDown']),
  networkOnce: new Set<NetworkCode>(['protocol']),
};

/**
 * A second create could create a second object, and a second finalise could run beside the first, so retry only if the
 * first cannot have taken effect.
 */
const create: RetryRule = { ...list, mayPass: provesNothingDone, unsentOnly: true };

/** How each operation may be retried. The interface offers no safe way to retry one that changes something. */
const rules: Readonly<Record<Operation, RetryRule>> = {
  createProject: create,
  listProjects: list,
  createModel: create,
  uploadFile: upload,
  finaliseModel: create,
  listReusableModels: list,
  createSimulation: create,
  // Whoever follows it asks again anyway.
  readSimulation: { ...list, attempts: 1 },
};

/** Statuses with which services refuse a model that they are still preparing: conflict, locked, too early. */
const unready: ReadonlySet<number> = new Set([409, 423, 425]);

/** How long a simulation of a model that was just finalised is asked for; ms. */
export const maxUnreadyMs = 5 * 60_000;

/**
 * Milliseconds to wait before a simulation is asked for again, whose model was finalised just before and may not be
 * ready yet; undefined when the refusal says something else, or has stayed for too long.
 * @param unreadyMs time since it was asked for first
 */
export function unreadyDelay(error: unknown, unreadyMs: number): number | undefined {
  if (!(error instanceof StatusError) || !unready.has(error.status)) return undefined;
  // The longer a model has not been ready, the less a second more matters.
  const delayMs = error.retryAfter ?? Math.min(Math.max(2000, unreadyMs / 2), 30_000);
  return unreadyMs + delayMs <= maxUnreadyMs ? delayMs : undefined;
}

export interface FailedAttempt {
  readonly operation: Operation;
  readonly error: ServiceError;
  /** Attempts made so far, all failed; 1 after the first. */
  readonly attempt: number;
  /** Returns 0 to 1, such as Math.random. */
  readonly random: () => number;
}

/**
 * Milliseconds to wait before the next attempt, or undefined when there is to be none. A delay requested by the
 * server is respected up to the limit of the operation; a longer one ends the attempts.
 */
export function retryDelay({ operation, error, attempt, random }: FailedAttempt): number | undefined {
  const rule = rules[operation];
  if (attempt >= rule.attempts || !isWorthRepeat(error, rule, attempt)) return undefined;
  if (error instanceof StatusError && error.validInMs) return error.validInMs;
  if (error instanceof StatusError && error.retryAfter !== undefined) {
    return error.retryAfter <= rule.maxServerWaitMs ? error.retryAfter : undefined;
  }
  const most = Math.min(rule.baseMs * 2 ** (attempt - 1), rule.ceilingMs);
  return most * (rule.minPart + random() * (1 - rule.minPart));
}

function isWorthRepeat(error: ServiceError, rule: RetryRule, attempt: number): boolean {
  if (error instanceof NetworkError) {
    if (rule.unsentOnly && error.sent !== 'no') return false;
    return rule.network.has(error.code) || (attempt === 1 && rule.networkOnce.has(error.code));
  }
  if (!(error instanceof StatusError)) return false;
  if (error.validInMs !== undefined) return error.validInMs <= maxValidInMs;
  const hasPassingCode =
    error.status === 400 && error.code !== undefined && rule.storageCodes.has(error.code);
  return rule.mayPass(error.status) || hasPassingCode;
}
