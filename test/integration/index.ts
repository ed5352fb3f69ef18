import path from 'node:path';
import Mocha from 'mocha';
import { lineMark } from './lineMark';

/** VS Code calls this inside the extension host. Rejects when a test failed. */
export async function run(): Promise<void> {
  // VS Code writes to the same log, so the lines of the tests carry a mark.
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => markLines(args);
  Mocha.reporters.Base.useColors = false;
  const grep = process.env['TEST_GREP'] ?? '';
  const mocha = new Mocha({ timeout: 60_000, forbidPending: true, reporter: 'spec', grep });
  for (const suite of [
    'activation',
    'views',
    'uploads',
    'commandArguments',
    'emulator',
    'launches',
    'requests',
    'authentication',
    'environments',
    'oneService',
    'canary',
    'network',
    'certificates',
    'checkConnection',
  ]) {
    mocha.addFile(path.join(__dirname, `${suite}.test.js`));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}

function markLines([format = '', ...values]: readonly unknown[]): void {
  let next = 0;
  const text = String(format).replace(/%[sd]/g, () => String(values[next++]));
  // eslint-disable-next-line no-console -- the only way out of the extension host
  for (const line of text.split('\n')) console.log(`${lineMark}${line}`);
}
