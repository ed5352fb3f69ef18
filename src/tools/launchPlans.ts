import { randomUUID } from 'node:crypto';
import type { Clock } from '../client/core/clock';

/** How long a plan can be launched; ms. */
export const maxPlanAgeMs = 10 * 60 * 1000;

/** Limit for the plans of a window. The oldest give way. */
const maxPlans = 50;

interface KeptPlan<T> {
  readonly plan: T;
  readonly plannedAtMs: number;
}

/** The launches that agents have planned in this window, in memory only. Each can be taken once. */
export class LaunchPlans<T> {
  readonly #plans = new Map<string, KeptPlan<T>>();
  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** @returns the identifier of the plan, which cannot be guessed */
  add(plan: T): string {
    const id = randomUUID();
    this.#plans.set(id, { plan, plannedAtMs: this.#clock.elapsed() });
    for (const oldest of this.#plans.keys()) {
      if (this.#plans.size <= maxPlans) break;
      this.#plans.delete(oldest);
    }
    return id;
  }

  /** @returns nothing if the plan is unknown, too old, or was taken before */
  take(id: string): T | undefined {
    const kept = this.#plans.get(id);
    this.#plans.delete(id);
    const isFresh = kept !== undefined && this.#clock.elapsed() - kept.plannedAtMs <= maxPlanAgeMs;
    return isFresh ? kept.plan : undefined;
  }
}
