import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Other stages of the tests may be installing packages, too, and only one program can. */
const installScript = `
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  apt-get update -qq && apt-get install -y -qq "$@" && exit 0
  sleep 6
done
exit 1`;

/**
 * Installs packages of Debian; needs root.
 * @param options of `apt-get install`
 * @throws with the words of apt-get
 */
export async function installDebianPackages(
  packages: Iterable<string>,
  options: readonly string[] = [],
): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await promisify(execFile)('/bin/sh', ['-c', installScript, 'sh', ...options, ...packages], { env });
}
