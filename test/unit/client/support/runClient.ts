import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ClientEnd, ClientOrder } from '../../../support/clientProcess';

const program = path.join(__dirname, '../../support/clientProcess.js');

/** Lets a client of its own process make calls. @param env what its environment has beyond this one's */
export async function runClient(
  order: ClientOrder,
  env: Readonly<Record<string, string>> = {},
): Promise<ClientEnd> {
  // Whatever holds more than this heap at any moment ends the process.
  const flags = ['--expose-gc', '--max-old-space-size=64'];
  const child = spawn(process.execPath, [...flags, program, JSON.stringify(order)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let end: ClientEnd | undefined;
  child.once('message', (told: ClientEnd) => (end = told));
  await once(child, 'close');
  assert.ok(end, 'the process came to its end');
  return end;
}
