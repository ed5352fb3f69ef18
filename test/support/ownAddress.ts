import { networkInterfaces } from 'node:os';

/**
 * The address of this machine in its network. What is spoken in clear to loopback addresses never takes a proxy;
 * this one is like any other to a client.
 */
export function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((own) => own ?? []);
  const address = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  if (address === undefined) throw new Error('this machine is in no network');
  return address;
}
