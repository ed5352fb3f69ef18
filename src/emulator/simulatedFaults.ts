import type { Emulator } from './emulator';
import { createProblem, sendJson } from './exchange';
import { delayUntil, handleNormally, type Intercept, type Interceptor, loseResponse } from './faults';

/** A fault that services have and that users can try, one at a time. */
export type SimulatedFault =
  /** The next request that creates something takes effect, but its response is lost. */
  | 'lostResponse'
  /** From the next file on, the file server refuses every file with 503 for a while. */
  | 'unavailable'
  /** The next file is refused, because its upload URL has expired. */
  | 'expiredUrl'
  /** The file server reads slowly until the fault is ended. */
  | 'slowLine'
  /** The service refuses the credentials of the next request until other ones arrive. */
  | 'refusedSignIn'
  /** The next model takes long to finalise. */
  | 'slowFinalise'
  /** The next simulation fails after a while. */
  | 'failedSimulation';

/** How long and how slow the faults are. */
export const faultSizes = { unavailableMs: 20_000, finaliseMs: 120_000, bytesPerSecond: 500_000 };

/**
 * Makes an emulator fail, instead of any other fault.
 * @param onOver called when the fault is over by itself
 * @returns ends it
 */
export function simulateFault(
  emulator: FaultyEmulator,
  fault: SimulatedFault,
  onOver: () => void,
  sizes = faultSizes,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const end = (): void => {
    clearTimeout(timer);
    open();
    endFaults(emulator);
  };
  const finish = (): void => {
    end();
    onOver();
  };
  const finishAfter = (ms: number): void => void (timer ??= setTimeout(finish, ms));
  let refused: string | undefined;
  const interceptors: Readonly<Record<SimulatedFault, Interceptor>> = {
    lostResponse({ operation }) {
      if (operation?.startsWith('create') !== true) return undefined;
      finish();
      return loseResponse;
    },
    unavailable({ operation }) {
      if (operation !== 'uploadFile') return undefined;
      finishAfter(sizes.unavailableMs);
      return refuseWith(503, 'The file server is not available.');
    },
    expiredUrl({ operation }) {
      if (operation !== 'uploadFile') return undefined;
      finish();
      return refuseWith(403, 'The upload URL has expired.');
    },
    slowLine: () => undefined,
    refusedSignIn({ server, headers: { authorization = '' } }) {
      if (server !== 'service') return undefined;
      refused ??= authorization;
      if (authorization === refused) return refuseWith(401, 'These credentials are not accepted.');
      finish();
      return undefined;
    },
    slowFinalise({ operation }) {
      if (operation !== 'finaliseModel') return undefined;
      finishAfter(sizes.finaliseMs);
      return delayUntil(gate);
    },
    failedSimulation({ operation }) {
      if (operation !== 'createSimulation') return undefined;
      return (exchange, handling) => handleNormally(exchange, handling).finally(finish);
    },
  };
  emulator.setIntercept(interceptors[fault]);
  emulator.setBytesPerSecond(fault === 'slowLine' ? sizes.bytesPerSecond : undefined);
  emulator.setNextSimulationFails(fault === 'failedSimulation');
  return end;
}

type FaultyEmulator = Pick<Emulator, 'setIntercept' | 'setBytesPerSecond' | 'setNextSimulationFails'>;

function endFaults(emulator: FaultyEmulator): void {
  emulator.setIntercept(undefined);
  emulator.setBytesPerSecond(undefined);
  emulator.setNextSimulationFails(false);
}

function refuseWith(status: number, detail: string): Intercept {
  return async (exchange, handling) => {
    await handling.takeBody();
    await sendJson(exchange, createProblem(status, detail));
  };
}
