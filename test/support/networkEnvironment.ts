import path from 'node:path';
import { authority } from './certificates';
import { tempTree } from './tempTree';

const proxies = ['https_proxy', 'http_proxy', 'no_proxy'];

/**
 * Environment variables for a program under test: no proxy of this machine interferes, and on Linux the
 * system trusts the authority of the tests.
 */
export async function networkEnvironment(): Promise<Record<string, string | undefined>> {
  const folder = await tempTree({ 'authority.pem': authority });
  const names = proxies.flatMap((name) => [name, name.toUpperCase()]);
  return {
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    SSL_CERT_FILE: path.join(folder, 'authority.pem'),
  };
}
