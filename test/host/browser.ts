import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { repositoryRoot, testDataFolder } from './testDataFolder';

const programNames = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];

const usualPlaces = ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge', '/snap/bin/chromium'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser, on Linux, that is named by `CHROMIUM_PATH`, else an installed one, else the one from npm. */
export async function launchBrowser(): Promise<Browser> {
  const installed = process.env['CHROMIUM_PATH'] ?? installedBrowser();
  if (installed !== undefined) return await launch({ executablePath: installed });
  const { program, libraries, fonts } = await unpackedBrowser();
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, ...(await fontEnvironment(fonts)) };
  return await launch({ executablePath: program, env });
}

async function launch(options: LaunchOptions): Promise<Browser> {
  try {
    return await chromium.launch({ ...options, args: flags });
  } catch (error) {
    // Includes everything that the browser has written.
    const log = path.join(repositoryRoot(), 'out', 'browser.log');
    await mkdir(path.dirname(log), { recursive: true });
    await writeFile(log, String(error));
    throw new Error(
      `The browser ${options.executablePath} cannot run here, and ${log} says why. Install what it lacks, or set CHROMIUM_PATH to another Chromium.`,
    );
  }
}

/** A machine without fonts has no font configuration either, and the browser exits at once without one. */
async function fontEnvironment(fonts: string): Promise<{ readonly FONTCONFIG_FILE?: string }> {
  if (existsSync('/etc/fonts/fonts.conf')) return {};
  const file = testDataFolder('fonts.conf');
  const folders = [fonts, '/usr/share/fonts'].map((folder) => `  <dir>${folder}</dir>`).join('\n');
  const cache = testDataFolder('fonts-cache');
  const head = '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  await writeFile(
    file,
    `${head}\n<fontconfig>\n${folders}\n  <cachedir>${cache}</cachedir>\n</fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}

function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = programNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...usualPlaces].find((file) => existsSync(file));
}

/**
 * `@sparticuz/chromium` unpacks into the temporary folder and accepts any file of the right name there as a
 * complete browser. So it gets a temporary folder of its own, which is renamed once it is complete. When it
 * believes that it runs on AWS Lambda, it also unpacks libraries that a minimal Linux may lack.
 */
async function unpackedBrowser(): Promise<{ program: string; libraries: string; fonts: string }> {
  const folder = testDataFolder('chromium');
  const unpacked = {
    program: path.join(folder, 'chromium'),
    libraries: path.join(folder, 'al2023', 'lib'),
    fonts: path.join(folder, 'fonts', 'fonts'),
  };
  if (existsSync(unpacked.program)) return unpacked;
  const partial = testDataFolder(`chromium-partial-${process.pid}`);
  await mkdir(partial, { recursive: true });
  try {
    await promisify(execFile)(process.execPath, ['-e', "require('@sparticuz/chromium').executablePath()"], {
      cwd: repositoryRoot(),
      env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return unpacked;
}
