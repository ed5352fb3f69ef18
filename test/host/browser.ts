import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { repositoryRoot, testDataFolder } from './testDataFolder';

const programNames = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chrome',
  'msedge',
];

const usualPlaces = [
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser that `CHROMIUM_PATH` names, else one that is installed, else the one from npm. */
export async function launchBrowser(options: { headless?: boolean } = {}): Promise<Browser> {
  const headless = options.headless ?? true;
  const installed = process.env['CHROMIUM_PATH'] ?? installedBrowser();
  if (installed !== undefined) return chromium.launch({ executablePath: installed, headless, args: flags });
  const { program, libraries } = await unpackedBrowser();
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  return chromium.launch({ executablePath: program, headless, args: flags, env });
}

function installedBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = programNames.flatMap((name) => folders.map((folder) => path.join(folder, name + suffix)));
  return [...onPath, ...usualPlaces, ...windowsPlaces()].find((file) => existsSync(file));
}

function windowsPlaces(): string[] {
  const roots = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => process.env[name]);
  return roots
    .filter((root) => root !== undefined)
    .flatMap((root) => [
      path.join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      path.join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]);
}

/**
 * `@sparticuz/chromium` unpacks into the temporary folder and takes any file of the right name there for a
 * complete browser. So it gets a temporary folder of its own, which takes its final name when all is there.
 * Where it believes to run on Amazon's Lambda it also unpacks libraries that a plain Linux may lack.
 */
async function unpackedBrowser(): Promise<{ program: string; libraries: string }> {
  const folder = testDataFolder('chromium');
  const unpacked = { program: path.join(folder, 'chromium'), libraries: path.join(folder, 'al2023', 'lib') };
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
