import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser';
import type { InstalledVscode } from './installVscode';
import { startVscodeServer, type VscodeServer, type VscodeServerOptions } from './vscodeServer';
import { waitFor } from './waitFor';
import { newWorkbenchContext } from './workbench';

export interface ExtensionTestOptions extends Pick<
  VscodeServerOptions,
  'userSettings' | 'machineSettings' | 'env'
> {
  readonly installed: InstalledVscode;
  /** The folder of the extension under development. */
  readonly extensionPath: string;
  /** The script whose `run` function runs the tests inside the extension host. */
  readonly testsPath: string;
  /** The folder that VS Code opens. */
  readonly folder: string;
  /** Takes what the tests and VS Code write to the console. */
  readonly write: (text: string) => void;
}

/** Runs tests inside the extension host of a VS Code; resolves with their exit code. */
export async function runExtensionTests(options: ExtensionTestOptions): Promise<number> {
  const server = await startVscodeServer(options.installed, { ...options, isTestDriver: true });
  try {
    const browser = await launchBrowser();
    try {
      return await runInPage(browser, server, options);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

async function runInPage(
  browser: Browser,
  server: VscodeServer,
  options: ExtensionTestOptions,
): Promise<number> {
  const page = await (await newWorkbenchContext(browser)).newPage();
  let exitCode: number | undefined;
  await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
    const parts = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)));
    options.write(`${parts.join(' ')}\n`);
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => {
    exitCode = code;
  });
  await page.goto(
    server.url(options.folder, [
      ['extensionDevelopmentPath', server.remoteUri(options.extensionPath)],
      ['extensionTestsPath', server.remoteUri(options.testsPath)],
    ]),
  );
  return waitFor('the tests in the extension host to end', () => exitCode, {
    timeoutMs: 15 * 60_000,
    state: () => server.log(),
  });
}
