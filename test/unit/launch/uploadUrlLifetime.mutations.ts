import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  {
    in: 'src/launch/launchUploadUrls.ts',
    killedBy: suites('launch/uploadUrlLifetime', 'launch/uploadUrls'),
  },
  [
    {
      name: 'nothing is sent to an upload URL that has expired',
      remove: "if (expired.length > 0) throw new UploadUrlsUnavailableError('expired', expired.length);",
    },
    {
      name: 'the clock of the service decides on new upload URLs',
      find: 'return respondedAt + this.#options.clock.elapsed() - receivedElapsedMs;',
      replace: 'return Date.now();',
    },
    {
      name: 'a time before an upload URL was issued is no expiry',
      find: "getUrlExpiry(uploadUrls.get(name) ?? '', after)",
      replace: "getUrlExpiry(uploadUrls.get(name) ?? '', 0)",
    },
    {
      name: 'the user is warned about upload URLs that will expire',
      find: 'return timeNeededMs > safePart * timeLeftMs ? { timeLeftMs, timeNeededMs } : undefined;',
      replace: 'return undefined;',
    },
  ],
);
