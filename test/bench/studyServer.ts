import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmulator } from '../../src/emulator/emulator';

/** An emulator in a process of its own. The argument is the time that it takes to respond; ms. */
async function main(): Promise<void> {
  const responseMs = Number(process.argv[2] ?? 0);
  const storage = mkdtempSync(path.join(tmpdir(), 'emulator-'));
  const emulator = await startEmulator({ storage });
  if (responseMs > 0)
    emulator.setIntercept(({ operation }) =>
      operation === 'createSimulation' ? { kind: 'delay', gate: wait(responseMs) } : undefined,
    );
  process.once('disconnect', () => {
    rmSync(storage, { recursive: true, force: true });
    process.exit();
  });
  process.send?.(Number(new URL(emulator.baseUrl).port));
}

void main();
