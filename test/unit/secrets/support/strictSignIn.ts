import type { Authentication } from '../../../../src/client/authentication';
import type { Credentials } from '../../../../src/client/credentials';
import type { ServiceClient } from '../../../../src/client/serviceClient';
import { type AccountRef, AccountSecrets, getAccountAt } from '../../../../src/secrets/accountSecrets';
import {
  createCurrentCredentials,
  type CredentialSource,
  type ServiceIdentity,
} from '../../../../src/secrets/credentialSources';
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

export const schemes: readonly Scheme[] = [
  {
    authentication: { scheme: 'bearer' },
    right: 'right-token',
    wrong: 'wrong-token',
    header: 'authorization',
    value: 'Bearer right-token',
  },
  {
    authentication: { scheme: 'basic' },
    right: 'jané:right pä:ss',
    wrong: 'jané:wrong',
    header: 'authorization',
    value: 'Basic amFuw6k6cmlnaHQgcMOkOnNz',
  },
  {
    authentication: { scheme: 'apiKey', header: 'X-Sim-Key' },
    right: 'right-key',
    wrong: 'wrong-key',
    header: 'x-sim-key',
    value: 'right-key',
  },
];

/** Responds like the service, but only to requests with the right header. */
export function requiresHeader({ header, value }: Scheme): (request: RecordedRequest) => Reply {
  return ({ headers, method }) => {
    if (headers[header] !== value) return { status: 401, body: 'Who are you?' };
    return method === 'GET' ? { body: '[]' } : { status: 201, body: '{"project_id":"p1"}' };
  };
}

/** Answers a prompt; nothing closes it. */
export type UserInput = (signal: AbortSignal) => Promise<string | undefined> | string | undefined;

export interface SignInBench {
  readonly client: ServiceClient;
  readonly secrets: AccountSecrets;
  readonly account: AccountRef;
  /** Accounts that were prompted for. */
  readonly asked: AccountRef[];
}

/** A window for a service with a simulated user, who is signed in with a secret at first. */
export async function signInBench(
  { authentication }: Pick<Scheme, 'authentication'>,
  baseUrl: string,
  { secret, enterSecret = () => undefined }: { secret?: string | undefined; enterSecret?: UserInput },
  credentials: (source: CredentialSource, to: ServiceIdentity) => Credentials = createCurrentCredentials,
): Promise<SignInBench> {
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
  const { origin } = new URL(baseUrl);
  const { client } = testClient(baseUrl, 'variant_b', {
    credentials: credentials(source, { authentication, origin }),
  });
  return { client, secrets, account, asked };
}
