import { isIPv4 } from 'node:net';

/**
 * Whether a URL is certain to stay on this computer: 127.0.0.0/8, `[::1]` and `localhost`. Narrower than
 * `classifyHost`.
 */
export function isLoopback({ hostname }: URL): boolean {
  // Every window calls this for its service, and `isIPv6` takes 4 ms the first time.
  return (
    hostname === 'localhost' || hostname === '[::1]' || (hostname.startsWith('127.') && isIPv4(hostname))
  );
}
