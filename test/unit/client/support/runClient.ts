import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { ClientEnd, ClientOrder } from '../../../support/clientProcess';

const program = path.join(__dirname, '../../support/clientProcess.js');

/**
 * Makes calls with a client in a process of its own.
 * @param env additional environment variables
 */
export async function runClient(
  order: ClientOrder,
  env: Readonly<Record<string, string>> = {},
): Promise<ClientEnd> {
  // A heap that exceeds this limit at any moment ends the process.
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
