import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { selfSigned } from '../support/selfSigned';
import { sortedNames } from './fileSet';
import type { Job, Site } from './site';

/** The version of curl; undefined when curl is not installed. */
export function curlVersion(): string | undefined {
  const { stdout } = spawnSync('curl', ['--version'], { encoding: 'utf8' }) as { stdout: string | null };
  return stdout?.split('\n')[0];
}

/** Seconds that curl needs to send the files of a job, without its start-up time. */
export async function runCurl(site: Site, job: Job): Promise<number> {
  if (curlVersion() === undefined) throw new Error('there is no curl');
  const authority = site.file('authority.pem');
  await writeFile(authority, selfSigned.cert);
  const list = site.file(`curl-${JSON.stringify(job).replace(/\W+/g, '-')}`);
  await writeFile(list, await transfers(site, job));
  const quiet = ['--fail', '--no-progress-meter', '--cacert', authority];
  const idle = await secondsOfCurl(['--version']);
  return (
    (await site.sending(job, () => secondsOfCurl([...quiet, ...parallelOptions(job), '--config', list]))) -
    idle
  );
}

async function transfers(site: Site, { files, to }: Job): Promise<string> {
  const folder = await site.folder(files);
  const origin = await site.origin(to);
  const lines = sortedNames(files).map(
    (name) => `upload-file = "${folder}/${name}"\nurl = "${origin}/${name}"\n`,
  );
  return lines.join('');
}

function parallelOptions({ parallelFiles }: Job): string[] {
  if (parallelFiles === 1) return [];
  return ['--parallel', ...(parallelFiles === 'auto' ? [] : ['--parallel-max', String(parallelFiles)])];
}

/** Seconds that curl needs with these arguments. */
export async function secondsOfCurl(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn('curl', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`curl has ended with ${code}`);
  return (performance.now() - start) / 1000;
}
