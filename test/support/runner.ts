import { systemClock } from '../../src/client/core/clock';
import type { ServiceClient } from '../../src/client/serviceClient';
import type { LaunchObserver, LaunchRunnerOptions } from '../../src/launch/launch';
import { LaunchRunner } from '../../src/launch/launchRunner';
import { memoryLinks } from './launches';

/** The launches of a window, without VS Code. */
export function newRunner(folder: string, client: ServiceClient, changes: Partial<LaunchRunnerOptions> = {}) {
  return new LaunchRunner({
    folder,
    uploadUrls: memoryLinks(),
    clock: systemClock,
    random: () => 1,
    clientOf: () => Promise.resolve(client),
    parallelFiles: () => 1,
    requireTrust: () => undefined,
    onChange: () => undefined,
    ...changes,
  });
}

/** An observer that ignores everything and never cancels. */
export const noFollower = (): LaunchObserver => ({
  signal: new AbortController().signal,
  onChange: () => undefined,
  onProgress: () => undefined,
  onExpiringUrls: () => Promise.resolve(),
});
