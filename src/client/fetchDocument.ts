import type { Clock } from './core/clock';
import { withRequestLog } from './http/httpLog';
import type { Transport } from './http/httpTransport';
import { targetOf } from './url/uploadUrl';

/** Where frameworks offer their OpenAPI document: FastAPI, Spring, ASP.NET, NestJS and others. */
export const usualPlaces = [
  'openapi.json',
  'v3/api-docs',
  'swagger/v1/swagger.json',
  'api-json',
  'docs-json',
  'swagger.json',
] as const;

export interface DocumentOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  /** Limit for the document; bytes. */
  readonly maxBytes: number;
  /** Whether a text is a document that was sought. */
  readonly isDocument: (text: string) => boolean;
}

export type FoundDocument =
  | { readonly url: URL; readonly text: string }
  /** `refused`: nothing was found, but one of the places wants a sign-in. */
  | { readonly problem: 'notFound' | 'refused' | 'tooLarge' };

/**
 * Requests the document of a service at its usual places below an address, and at its host, until one is there. Nothing
 * but these requests is sent: no credentials, and none to another origin, because redirects are not followed.
 * @param address may be that of the document itself
 * @throws {NetworkError} when there is no response at all
 * @throws the reason of the signal when it is aborted
 */
export async function findDocument(address: URL, options: DocumentOptions): Promise<FoundDocument> {
  let isRefused = false;
  for (const url of listPlaces(address)) {
    const { status, text, isTooLarge } = await request(url, options);
    if (isTooLarge) return { problem: 'tooLarge' };
    if (text !== undefined && options.isDocument(text)) return { url, text };
    isRefused ||= status === 401 || status === 403;
  }
  return { problem: isRefused ? 'refused' : 'notFound' };
}

function listPlaces({ origin, pathname }: URL): URL[] {
  const path = pathname.replace(/\/+$/, '');
  const at = (base: string) => usualPlaces.map((place) => `${base}/${place}`);
  const near = path.endsWith('.json') ? [origin + path] : at(origin + path);
  return [...new Set([...near, ...at(origin)])].map((place) => new URL(place));
}

interface PlaceResponse {
  readonly status: number;
  readonly text?: string;
  readonly isTooLarge: boolean;
}

async function request(
  url: URL,
  { transport, clock, log, signal, maxBytes }: DocumentOptions,
): Promise<PlaceResponse> {
  const { status, accepted, body, tooLarge, encoded } = await withRequestLog(
    {
      // For messages about the network, which are the same for each request that reads.
      operation: 'listProjects',
      method: 'GET',
      target: targetOf(url.href),
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      limits: {
        accepted: [200],
        needsBody: true,
        maxBodyBytes: maxBytes,
        responseTimeoutMs: 30_000,
        bodyTimeoutMs: 30_000,
        stallTimeoutMs: 30_000,
      },
      signal,
    },
    (sent) => transport.send(sent),
    { clock, log },
  );
  if (!accepted || encoded) return { status, isTooLarge: false };
  return tooLarge ? { status, isTooLarge: true } : { status, isTooLarge: false, text: body.toString('utf8') };
}
