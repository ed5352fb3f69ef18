import { messageWithoutSecrets } from '../platform/output';
import { toAgentText } from './agentText';

/**
 * A text of the service for an agent, such as a name. Secrets are redacted first: the end of one may look like a path,
 * and without it nothing shows what its beginning is.
 */
export function toServiceText(text: string): string {
  return toAgentText(messageWithoutSecrets(text));
}
