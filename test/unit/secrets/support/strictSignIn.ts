import type { Authentication } from '../../../../src/client/authentication';
import { type AccountRef, AccountSecrets, getAccountAt } from '../../../../src/secrets/accountSecrets';
import { createCurrentCredentials, type CredentialSource } from '../../../../src/secrets/credentialSources';
import { SignInPrompts } from '../../../../src/secrets/signInPrompts';
import { testClient } from '../../../support/client';
import { keyring } from '../../../support/keyring';
import { type RecordedRequest, type Reply } from '../../../support/testServer';

/** An authentication scheme, and the header by which a server recognises the user. */
export interface Scheme {
  readonly authentication: Exclude<Authentication, { scheme: 'none' }>;
  readonly right: string;
  readonly wrong: string;
  /** In lower case. */
  readonly header: string;
  /** Value of that header for the right secret. */
  readonly value: string;
}

const bearer = { authentication: { scheme: 'bearer' }, header: 'authorization' } as const;
const basic = { authentication: { scheme: 'basic' }, header: 'authorization' } as const;
const apiKey = { authentication: { scheme: 'apiKey', header: 'X-Sim-Key' }, header: 'x-sim-key' } as const;

export const schemes: readonly Scheme[] = [
  { ...bearer, right: 'right-token', wrong: 'wrong-token', value: 'Bearer right-token' },
  { ...basic, right: 'jané:right pä:ss', wrong: 'jané:wrong', value: 'Basic amFuw6k6cmlnaHQgcMOkOnNz' },
  { ...apiKey, right: 'right-key', wrong: 'wrong-key', value: 'right-key' },
];

/** Responds like the service, but only to requests with the right header. */
export function requiresHeader({ header, value }: Scheme): (request: RecordedRequest) => Reply {
  return ({ headers, method }) => {
    if (headers[header] !== value) return { status: 401, body: 'Who are you?' };
    return method === 'GET' ? { body: '[]' } : { status: 201, body: '{"project_id":"p1"}' };
  };
}

interface SimulatedUser {
  /** With which the user is signed in at first. */
  readonly secret?: string | undefined;
  /** Answers a prompt; nothing closes it. */
  readonly enterSecret?: (signal: AbortSignal) => Promise<string | undefined> | string | undefined;
}

/** A window for a service with a simulated user, and the accounts that were prompted for. */
export async function signInBench(
  { authentication }: Scheme,
  baseUrl: string,
  { secret, enterSecret = () => undefined }: SimulatedUser,
) {
  const secrets = new AccountSecrets(keyring());
  const account = getAccountAt(authentication.scheme, baseUrl);
  if (secret !== undefined) await secrets.set(account, secret);
  const asked: AccountRef[] = [];
  const prompts = new SignInPrompts(async (to, _, signal) => {
    asked.push(to);
    const entered = await enterSecret(signal);
    if (entered !== undefined) await secrets.set(to, entered);
    return entered;
  });
  const source: CredentialSource = {
    secrets,
    signIn: (to, signal) => prompts.open(to, { reason: 'refused', check: () => Promise.resolve() }, signal),
  };
  const credentials = createCurrentCredentials(source, { authentication, baseUrl: new URL(baseUrl) });
  const { client } = testClient(baseUrl, 'variant_b', { credentials });
  return { client, secrets, account, asked };
}
