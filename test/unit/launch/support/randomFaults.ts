import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../../src/client/core/clock';
import type { Intercept, RecordedRequest } from '../../../../src/emulator/emulator';

/**
 * Random numbers that depend on the seed and the key alone, so that the order of events does not change them.
 */
export class Dice {
  #state: number;

  constructor(seed: number, key: string) {
    this.#state = seed >>> 0;
    for (const char of key) this.#state = Math.imul(this.#state ^ char.charCodeAt(0), 0x01000193) >>> 0;
  }

  /** 0 to 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** 0 to `max`, both included. */
  int(max: number): number {
    return Math.floor(this.next() * (max + 1));
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.int(list.length - 1)] ?? list[0];
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

/** Time that passes only during waits, which end at once, but after other pending callbacks. */
export class TurnClock implements Clock {
  /** Sum of all waits; ms. */
  waitedMs = 0;
  readonly #start = Date.now();

  now(): number {
    return this.#start + this.waitedMs;
  }

  elapsed(): number {
    return this.waitedMs;
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    for (let turn = 0; turn < 10; turn++) {
      signal.throwIfAborted();
      await nextTurn();
    }
    signal.throwIfAborted();
    this.waitedMs += ms;
  }

  every(): () => void {
    return () => undefined;
  }
}

/** The fault of a request; `unsent` and `cancel` happen on this side of the network. */
export type Fault = {
  readonly kind: Intercept['kind'] | 'unsent' | 'cancel';
  readonly intercept?: Intercept;
};

/** Maximum number of faults of one request, so that every launch can come to an end. */
const maxFaults = 3;

const refusals = [400, 401, 403, 404, 409, 413, 422, 302, 507] as const;
const passing = [408, 429, 500, 502, 503, 504] as const;
/** Statuses that leave it unknown whether the request was carried out. */
export const ambiguous: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

export interface Trouble {
  readonly seed: number;
  /** Share of requests with a fault, 0 to 1. */
  readonly rate: number;
}

/** @param count index of the request among those of its kind, from 0 */
export function faultOf({ seed, rate }: Trouble, key: string, count: number): Fault | undefined {
  const dice = new Dice(seed, `${key} ${count}`);
  if (count >= maxFaults || !dice.chance(rate)) return undefined;
  const kinds = [
    'reply',
    'replyAfterApplying',
    'drop',
    'stall',
    'delay',
    'rewriteResponse',
    'unsent',
    'cancel',
  ] as const;
  const kind = dice.pick(kinds);
  const intercept = interceptOf(kind, dice, key.startsWith('uploadFile'));
  return { kind, ...(intercept && { intercept }) };
}

function interceptOf(kind: Fault['kind'], dice: Dice, isUpload: boolean): Intercept | undefined {
  switch (kind) {
    case 'reply': {
      // An expired upload URL ends a launch for good, so it is rare.
      const refusal = isUpload && dice.chance(0.8) ? 400 : dice.pick(refusals);
      const status = dice.chance(0.6) ? dice.pick(passing) : refusal;
      const headers = dice.chance(0.3) ? { 'retry-after': dice.pick(['0', '7', '500']) } : {};
      return { kind, status, headers, early: dice.chance(0.3), body: 'no' };
    }
    case 'replyAfterApplying':
      return { kind, status: dice.pick([...ambiguous] as [number, ...number[]]) };
    case 'drop':
      return { kind, when: dice.pick(['beforeBody', 'afterBody', 'afterApplying']) };
    case 'stall':
      // A server that does not read a long body notices late that the client has disconnected.
      return { kind, when: isUpload ? 'afterBody' : dice.pick(['beforeBody', 'afterBody']) };
    case 'delay':
      return { kind, gate: runTurns(dice.int(20)) };
    case 'rewriteResponse':
      return { kind, rewrite: dice.pick([() => undefined, () => ({}), withoutFile, () => 'words']) };
    default:
      return undefined;
  }
}

function withoutFile(body: unknown): unknown {
  const { files, ...rest } = (body ?? {}) as { readonly files?: readonly unknown[] };
  return { ...rest, files: files?.slice(1) };
}

/** Lets all pending callbacks run, this many times. */
export async function runTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

export function keyOf({ operation, fileName }: Pick<RecordedRequest, 'operation' | 'fileName'>): string {
  return `${operation ?? 'other'} ${fileName ?? ''}`.trim();
}
