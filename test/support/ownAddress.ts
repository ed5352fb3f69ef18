import { networkInterfaces } from 'node:os';

/**
 * The address of this machine in its network. Unencrypted requests to loopback addresses never use a proxy;
 * for a client, this address is like any other.
 */
export function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? []);
  const address = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  if (address === undefined) throw new Error('this machine is in no network');
  return address;
}
