import type { Clock } from '../client/core/clock';
import { NetworkError } from '../client/core/errors';
import { raceAbort } from '../client/core/raceAbort';
import { HttpTransport } from '../client/http/httpTransport';
import { isSecretAllowed } from '../client/url/baseUrl';
import { tryParseUrl } from '../client/url/parseUrl';
import type { ServiceUnderTest } from './checkedService';
import type { CheckedServer, CheckName, CheckResult, CredentialUse, SkippedResult } from './checkResult';
import { checkRoute } from './checkRoute';
import { evaluateAuthentication, evaluateClock, evaluateLists } from './evaluateLists';
import { listsOf, probeLists, type ProbeResult } from './probeLists';

export interface CheckOptions {
  /** @throws an error that describes what is wrong with the settings */
  readonly service: () => ServiceUnderTest | Promise<ServiceUnderTest>;
  /** Scheme, host and port of the file servers, as recorded in the journal. */
  readonly uploadOrigins: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Called when a check begins. */
  readonly onCheck: (check: CheckName) => void;
}

/**
 * Finds out, step by step, what prevents this computer from working with a service. It requests lists only, so it
 * creates nothing, retries nothing and never prompts the user to sign in.
 * @returns one result for each check, in order
 * @throws the reason of the signal when it is aborted
 */
export async function checkConnection(options: CheckOptions): Promise<readonly CheckResult[]> {
  options.onCheck('settings');
  let service: ServiceUnderTest;
  try {
    service = await options.service();
  } catch (error) {
    const rest: CheckName[] = ['proxy', 'name', 'connection', 'certificate', ...serviceChecks, 'fileServer'];
    return [
      { check: 'settings', outcome: 'failed', error },
      ...rest.map((check) => skipAfter('settings', { check })),
    ];
  }
  return [
    { check: 'settings', outcome: 'ok' },
    ...(await checkService(service, options)),
    ...(await checkFileServers(service, options)),
  ];
}

const serviceChecks = ['clock', 'authentication', 'projects', 'reusableModels'] as const;

async function checkService(
  service: ServiceUnderTest,
  { clock, signal, log, onCheck }: CheckOptions,
): Promise<CheckResult[]> {
  const { baseUrl, routing } = service;
  const route = await checkRoute({ origin: originOf(baseUrl), role: 'service', routing, signal, onCheck });
  const failed = route.find(({ outcome }) => outcome === 'failed');
  if (failed !== undefined) return [...route, ...skipLists(failed.check, service)];
  const secret = await findCredentialUse(service, signal);
  const transport = new HttpTransport(clock, routing);
  try {
    const asked = await probeLists({ ...service, transport, clock, signal, log, onCheck });
    const refusal = findProxyRefusal(asked);
    // A forwarding proxy reports its refusal only in the response to a request.
    if (refusal !== undefined) {
      const server: CheckedServer = { role: 'service', host: baseUrl.host };
      const found = route.map((result): CheckResult =>
        result.check === 'connection'
          ? { check: 'connection', server, outcome: 'failed', error: refusal }
          : result,
      );
      return [...found, ...skipLists('connection', service)];
    }
    return [
      ...route,
      evaluateClock(asked, service),
      evaluateAuthentication(asked, service, secret),
      ...evaluateLists(asked, service),
    ];
  } finally {
    await transport.close();
  }
}

/** The checks that are skipped after a failure on the route. */
function skipLists(failed: CheckName, { variant }: ServiceUnderTest): CheckResult[] {
  const lists = listsOf(variant).map((list) => ({ check: list.check, variant: list.variant }));
  const checks = [{ check: 'clock' }, { check: 'authentication' }, ...lists] as const;
  return checks.map((one) => skipAfter(failed, one));
}

function skipAfter(failed: CheckName, about: Pick<SkippedResult, 'check' | 'variant'>): SkippedResult {
  return { ...about, outcome: 'skipped', reason: 'previousFailed', failed };
}

function findProxyRefusal({ lists }: ProbeResult): NetworkError | undefined {
  const errors = lists.map(({ response }) => response).filter((response) => response instanceof NetworkError);
  return errors.find(({ proxy }) => proxy?.isAtFault === true);
}

async function findCredentialUse(
  { baseUrl, credentials }: ServiceUnderTest,
  signal: AbortSignal,
): Promise<CredentialUse> {
  const headers = await raceAbort(credentials.headers(), signal);
  if (headers === undefined || Object.keys(headers).length === 0) return 'none';
  return isSecretAllowed(baseUrl) ? 'sent' : 'withheld';
}

async function checkFileServers(
  { routing }: ServiceUnderTest,
  { uploadOrigins, signal, onCheck }: CheckOptions,
): Promise<CheckResult[]> {
  const origins = uploadOrigins.map((text) => tryParseUrl(text)).filter((url) => url !== undefined);
  const known = origins.filter(({ protocol }) => /^https?:$/.test(protocol));
  if (known.length === 0) return [{ check: 'fileServer', outcome: 'skipped', reason: 'noUpload' }];
  const found: CheckResult[] = [];
  for (const origin of known) {
    found.push(
      ...(await checkRoute({ origin: originOf(origin), role: 'fileServer', routing, signal, onCheck })),
    );
  }
  return found;
}

function originOf({ origin }: URL): URL {
  return new URL(origin);
}
