import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { selfSigned } from '../support/selfSigned';
import { sortedNames } from './fileSet';
import type { Job, Site } from './site';
import type { UploadCost } from './uploader';

/** The version of curl; undefined when curl is not installed. */
export function curlVersion(): string | undefined {
  const { stdout } = spawnSync('curl', ['--version'], { encoding: 'utf8' }) as { stdout: string | null };
  return stdout?.split('\n')[0];
}

/** The cost of the files of a job by curl, without its start-up. */
export async function runCurl(site: Site, job: Job): Promise<UploadCost> {
  if (curlVersion() === undefined) throw new Error('there is no curl');
  const authority = site.file('authority.pem');
  await writeFile(authority, selfSigned.cert);
  const list = site.file(`curl-${JSON.stringify(job).replace(/\W+/g, '-')}`);
  await writeFile(list, await transfers(site, job));
  const quiet = ['--fail', '--no-progress-meter', '--cacert', authority];
  const idle = await costOf(['--version']);
  const whole = await site.sending(job, () => costOf([...quiet, ...parallelOptions(job), '--config', list]));
  return { seconds: whole.seconds - idle.seconds, cpuSeconds: whole.cpuSeconds - idle.cpuSeconds };
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

/** The time that curl takes with these arguments, without what it prints. */
export async function costOf(args: readonly string[]): Promise<UploadCost> {
  const start = performance.now();
  // `times` prints two lines: the processor time of the shell, and that of curl, in the program and in the system.
  const shell = spawn('/bin/sh', ['-c', 'curl "$@" > /dev/null && times', 'sh', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let times = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (times += text));
  const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
  if (code !== 0) throw new Error(`curl has ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const ofCurl = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  const cpuSeconds = ofCurl.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { seconds, cpuSeconds };
}
