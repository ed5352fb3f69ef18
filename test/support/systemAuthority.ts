import path from 'node:path';
import { authority } from '../unit/client/certificates';
import { tempTree } from './tempTree';

/** Variables with which the authority of the tests is the one that the system trusts, for a program on Linux. */
export async function systemAuthority(): Promise<{ readonly SSL_CERT_FILE: string }> {
  const folder = await tempTree({ 'authority.pem': authority });
  return { SSL_CERT_FILE: path.join(folder, 'authority.pem') };
}
