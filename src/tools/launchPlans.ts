import { randomUUID } from 'node:crypto';

/** How long a plan can be launched; ms. */
export const maxPlanAgeMs = 10 * 60 * 1000;

/** The launches that agents have planned in this window, in memory only. Each can be taken once. */
export class LaunchPlans<T> {
  readonly #plans = new Map<string, T>();

  /** @returns the identifier of the plan, which cannot be guessed */
  add(plan: T): string {
    const id = randomUUID();
    this.#plans.set(id, plan);
    setTimeout(() => this.#plans.delete(id), maxPlanAgeMs).unref();
    return id;
  }

  /** @returns nothing if the plan is unknown, too old, or was taken before */
  take(id: string): T | undefined {
    const plan = this.#plans.get(id);
    this.#plans.delete(id);
    return plan;
  }
}
