import type { Emulator, Intercept, RecordedRequest } from '../../../../src/emulator/emulator';
import { type Dice, runTurns } from '../../launch/support/randomFaults';

/** An emulator that fails at random, and that tells which simulations it has created nevertheless. */
export class DisturbedService {
  /** The kinds of faults that have happened. */
  readonly faults = new Set<string>();
  readonly #acts = new Map<RecordedRequest, Intercept | undefined>();
  readonly #emulator: Emulator;
  readonly #dice: Dice;
  /** Share of requests with a fault, 0 to 1. */
  #rate: number;

  constructor(emulator: Emulator, dice: Dice) {
    this.#emulator = emulator;
    this.#dice = dice;
    this.#rate = dice.pick([0, 0.1, 0.3, 0.5]);
  }

  disturb(): void {
    this.#emulator.setIntercept((request) => this.#intercept(request));
  }

  /** From now on, nothing fails. */
  calm(): void {
    this.#rate = 0;
  }

  /** Whether a request has arrived and is not over yet. */
  isAnyOnItsWay(): boolean {
    return this.#emulator.requests.some(({ finishedAt }) => finishedAt === undefined);
  }

  /** How many simulations with this speed were created. */
  countMade(speed: number): number {
    return this.#emulator.requests.filter((request) => speedOf(request) === speed && this.#isApplied(request))
      .length;
  }

  #isApplied(request: RecordedRequest): boolean {
    const act = this.#acts.get(request);
    switch (act?.kind) {
      case 'reply':
      case 'stall':
        return false;
      case 'drop':
        return act.when === 'afterApplying';
      case 'replyAfterApplying':
        return true;
      default:
        // Without a status, its client did not wait for the response.
        return request.status === undefined ? request.finishedAt !== undefined : request.status < 300;
    }
  }

  #intercept(request: RecordedRequest): Intercept | undefined {
    const act = this.#dice.chance(this.#rate) ? this.#fault() : undefined;
    if (act !== undefined) this.faults.add(act.kind === 'reply' ? `${act.kind} ${act.status}` : act.kind);
    this.#acts.set(request, act);
    return act;
  }

  #fault(): Intercept {
    const dice = this.#dice;
    return dice.pick<Intercept>([
      { kind: 'drop', when: dice.pick(['beforeBody', 'afterBody', 'afterApplying']) },
      { kind: 'drop', when: 'afterApplying' },
      { kind: 'reply', status: dice.pick([500, 503]), body: 'no' },
      { kind: 'replyAfterApplying', status: 500 },
      { kind: 'reply', status: 429, headers: { 'retry-after': dice.pick(['0', '7', '90']) }, body: '' },
      { kind: 'reply', status: dice.pick([401, 422]), body: '{}' },
      { kind: 'delay', gate: runTurns(dice.int(60)) },
    ]);
  }
}

function speedOf({ operation, body }: RecordedRequest): number | undefined {
  return operation === 'createSimulation' && body !== undefined
    ? (body as { readonly speed: number }).speed
    : undefined;
}
