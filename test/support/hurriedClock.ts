import { type Clock, systemClock } from '../../src/client/core/clock';

/** A clock that runs faster than time, so that real sockets can be waited for with the limits of the product. */
export class HurriedClock implements Clock {
  constructor(readonly factor: number) {}

  now(): number {
    return systemClock.now();
  }

  elapsed(): number {
    return systemClock.elapsed() * this.factor;
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await systemClock.wait(ms / this.factor, signal);
  }

  every(ms: number, fn: () => void): () => void {
    return systemClock.every(ms / this.factor, fn);
  }
}
