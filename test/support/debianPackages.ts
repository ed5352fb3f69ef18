import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Other stages of the tests may be installing packages, too, and only one program can. */
const installScript = `
sudo=
if [ "$(id -u)" != 0 ]; then
  sudo -n true || exit 1
  sudo="sudo -n env DEBIAN_FRONTEND=$DEBIAN_FRONTEND"
fi
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  $sudo apt-get update -qq && $sudo apt-get install -y -qq "$@" && exit 0
  sleep 6
done
exit 1`;

/**
 * Installs packages of Debian, as root or with a `sudo` that asks for no password.
 * @param options of `apt-get install`
 * @throws with the words of the program that refuses
 */
export async function installDebianPackages(
  packages: Iterable<string>,
  options: readonly string[] = [],
): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await promisify(execFile)('/bin/sh', ['-c', installScript, 'sh', ...options, ...packages], { env });
}
