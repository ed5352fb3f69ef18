import { Random } from '../../../simulation/random';
import type { Link, SimulatedFile } from './simulatedLink';

export interface RandomCase {
  readonly kind: 'equal small' | 'equal large' | 'log-normal' | 'mixed';
  readonly link: Link;
  readonly files: readonly SimulatedFile[];
}

const [kb, mb] = [1000, 1_000_000];

/** The longest time that all bytes may take at full rate, to keep the simulation short; ms. */
const maxBytesMs = 600_000;

export function createRandomCase(seed: number, maxFiles: number): RandomCase {
  const random = new Random(seed);
  const link = createLink(random);
  const kind = random.pick(['equal small', 'equal large', 'log-normal', 'mixed'] as const);
  const sizes = createSizes(random, kind, Math.round(logBetween(random, 5, maxFiles)));
  const fullRate = Math.min(link.capBytesPerMs, link.senderBytesPerMs);
  const scale = Math.min(1, (maxBytesMs * fullRate) / sizes.reduce((sum, size) => sum + size, 0));
  const files = sizes
    .map((size) => Math.ceil(size * scale))
    .map((sizeBytes) => ({
      sizeBytes,
      delay: random.chance(0.01) ? 5 : random.between(0.7, 1.3),
      setUpDelay: random.between(0.7, 1.3),
      share: random.between(0.7, 1.3),
      retryMs: random.between(500, 1500),
    }));
  return { kind, link, files };
}

function createLink(random: Random): Link {
  const isLimited = random.chance(0.2);
  return {
    roundTripMs: logBetween(random, 0.1, 300),
    capBytesPerMs: logBetween(random, 0.5, 1000) * kb,
    windowBytes: logBetween(random, 64 * kb, 4 * mb),
    startsSlowly: random.chance(0.5),
    setUpRoundTrips: 1 + random.below(3),
    socketBufferBytes: logBetween(random, 64 * kb, 2 * mb),
    serverMs: random.chance(0.4) ? 0 : random.between(0, 50),
    serverSlots: random.chance(0.6) ? Infinity : random.pick([1, 2, 4, 8, 16, 32]),
    senderMsPerFile: random.between(0.2, 1),
    senderBytesPerMs: logBetween(random, 400, 1000) * kb,
    maxConnections: isLimited ? random.pick([2, 6, 100]) : Infinity,
    extraConnections: random.pick(['refused', 'reset', 'waiting']),
    maxRequestsPerMs: random.chance(0.1) ? logBetween(random, 0.02, 1) : Infinity,
  };
}

function createSizes(random: Random, kind: RandomCase['kind'], count: number): number[] {
  const times = (length: number, size: () => number) => Array.from({ length }, size);
  switch (kind) {
    case 'equal small': {
      const size = logBetween(random, kb, 256 * kb);
      return times(count, () => size);
    }
    case 'equal large': {
      const size = logBetween(random, mb, 500 * mb);
      return times(count, () => size);
    }
    case 'log-normal': {
      const [median, spread] = [logBetween(random, 10 * kb, 5 * mb), random.between(1, 2.5)];
      return times(count, () => median * Math.exp(spread * normal(random)));
    }
    case 'mixed': {
      const huge = times(1 + random.below(4), () => logBetween(random, 50 * mb, 2000 * mb));
      return [...huge, ...times(count, () => logBetween(random, kb, 256 * kb))];
    }
  }
}

function logBetween(random: Random, from: number, to: number): number {
  return from * Math.exp(random.next() * Math.log(to / from));
}

/** Box and Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
