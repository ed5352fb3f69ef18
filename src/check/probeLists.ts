import { type ApiVariant, type VariantName, variants } from '../client/core/apiVariant';
import type { Clock } from '../client/core/clock';
import { NetworkError, ServiceError } from '../client/core/errors';
import type { PartialListing } from '../client/core/types';
import type { HttpTransport } from '../client/http/httpTransport';
import { ServiceClient } from '../client/serviceClient';
import type { ServiceUnderTest } from './checkedService';
import type { ListCheck, ListRequest } from './checkResult';

export interface ListOptions extends Omit<ServiceUnderTest, 'authentication' | 'routing'> {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  readonly onCheck: (check: ListCheck) => void;
}

/** One list of one variant, and the response to its request. */
export interface ListProbe {
  readonly check: ListCheck;
  readonly variant: VariantName;
  readonly isSet: boolean;
  /** Absent when no request was sent. */
  readonly response?: ListCounts | ServiceError;
  /** Present together with the response. */
  readonly request?: ListRequest;
}

export interface ListCounts {
  readonly entries: number;
  /** Entries without a usable identifier. */
  readonly skipped: number;
  /** Present when the service has more. */
  readonly partial?: PartialListing;
}

export interface ProbeResult {
  readonly lists: readonly ListProbe[];
  readonly hasResponse: boolean;
  /** Milliseconds by which this computer's clock is ahead, measured by the first response with a `Date` header. */
  readonly differenceMs: number | undefined;
}

/**
 * Requests each list of both variants once, those of the configured variant first. With a path prefix, which
 * replaces the variants' prefixes, only the configured variant is requested. After a network error nothing more is
 * requested. Never prompts the user to sign in.
 * @throws the reason of the signal when it is aborted
 */
export async function probeLists(options: ListOptions): Promise<ProbeResult> {
  const { mapping, variant, clock, signal } = options;
  let hasResponse = false;
  let differenceMs: number | undefined;
  const client = (of: ApiVariant, seen: { status?: number }): ServiceClient =>
    new ServiceClient({
      ...options,
      variant: of,
      once: true,
      onResponse({ status, serverTimeMs }) {
        hasResponse = true;
        seen.status = status;
        if (serverTimeMs !== undefined) differenceMs ??= clock.now() - serverTimeMs;
      },
    });
  const lists: ListProbe[] = [];
  for (const list of listsOf(variant)) {
    const isLost = lists.some(({ response }) => response instanceof NetworkError);
    const isAsked = !isLost && (list.isSet || mapping.pathPrefix === undefined);
    if (!isAsked) {
      lists.push(list);
      continue;
    }
    options.onCheck(list.check);
    const seen: { status?: number } = {};
    const asked = client(variants[list.variant], seen);
    const response = await requestList(asked, list, signal);
    lists.push({
      ...list,
      response,
      request: { address: asked.addressOf(operationOf[list.check]), ...seen },
    });
  }
  return { lists, hasResponse, differenceMs };
}

/** The lists of both variants, those of the configured variant first. */
export function listsOf(variant: VariantName): readonly ListProbe[] {
  const names = (Object.keys(variants) as VariantName[]).sort(
    (a, b) => Number(b === variant) - Number(a === variant),
  );
  return names.flatMap((name): ListProbe[] => {
    const about = { variant: name, isSet: name === variant };
    const projects: ListProbe = { check: 'projects', ...about };
    return variants[name].reusableModels ? [projects, { check: 'reusableModels', ...about }] : [projects];
  });
}

const operationOf = { projects: 'listProjects', reusableModels: 'listReusableModels' } as const;

/** Requests a list without asking anybody to sign in. @throws the reason of the signal when it is aborted */
export async function requestList(
  client: ServiceClient,
  { check }: Pick<ListProbe, 'check'>,
  signal: AbortSignal,
): Promise<ListCounts | ServiceError> {
  try {
    const call = { signal, unattended: true };
    const { items, skipped, partial } =
      check === 'projects' ? await client.listProjects(call) : await client.listReusableModels(call);
    return { entries: items.length, skipped, ...(partial && { partial }) };
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
