import { setTimeout } from 'node:timers/promises';
import { startEmulator } from '../../src/emulator/emulator';
import { delayUntil } from './emulatorFaults';

/** The message that the process sends to its parent once it is ready. */
export interface RemoteEmulator {
  readonly baseUrl: string;
}

/**
 * An emulator in a process of its own, so that its memory is not counted. It lists the files on the message
 * `stored`. The argument is the time that it takes to create a simulation; ms.
 */
async function main(): Promise<void> {
  const responseMs = Number(process.argv[2] ?? 0);
  const emulator = await startEmulator();
  if (responseMs > 0)
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? delayUntil(setTimeout(responseMs)) : undefined,
    );
  process.on('message', () => {
    const stored = emulator.models.flatMap(({ model_id }) => [...emulator.storedFiles(model_id)]);
    process.send?.(Object.fromEntries(stored.map(([name, { size, sha256 }]) => [name, { size, sha256 }])));
  });
  process.once('disconnect', () => void emulator.stop().then(() => process.exit()));
  process.send?.({ baseUrl: emulator.baseUrl } satisfies RemoteEmulator);
}

void main();
