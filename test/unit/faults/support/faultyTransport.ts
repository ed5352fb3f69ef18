import { NetworkError } from '../../../../src/client/core/errors';
import {
  type HttpRequest,
  type HttpResponse,
  HttpTransport,
} from '../../../../src/client/http/httpTransport';
import type { Proxy } from '../../../../src/client/http/route';
import type { FakeClock } from '../../../support/fakeClock';

interface Detour {
  /** Server to which the requests are redirected. */
  readonly origin: string;
  /** Proxy in front of it. */
  readonly proxy?: Proxy | undefined;
  readonly takes: (request: HttpRequest) => boolean;
  /** Whether no server runs that could show the passing of time. */
  readonly endless: boolean;
}

const signedUrls = /https?:[^"\s]+[?&]signature=[\da-f]+/g;

/** The real transport, which redirects some requests to another server. */
export class FaultyTransport extends HttpTransport {
  /** Result of each detour as seen by the client: a status, or the code of a network failure. */
  readonly met: string[] = [];
  /** The signed URLs that the service has sent, whatever happened to the responses. */
  readonly links = new Set<string>();
  /** Number of requests that are still redirected. */
  detours = 0;

  readonly #time: FakeClock;
  readonly #detour: Detour;

  constructor(time: FakeClock, detour: Detour) {
    super(time, ({ origin }) => Promise.resolve(origin === detour.origin ? { proxy: detour.proxy } : {}));
    this.#time = time;
    this.#detour = detour;
  }

  override async send(request: HttpRequest): Promise<HttpResponse> {
    const isDirect = this.detours === 0 || !this.#detour.takes(request);
    const response = await (isDirect ? super.send(request) : this.#sendAround(request));
    for (const [link] of response.body.toString('latin1').matchAll(signedUrls)) this.links.add(link);
    return response;
  }

  async #sendAround(request: HttpRequest): Promise<HttpResponse> {
    this.detours--;
    const { origin, host } = new URL(this.#detour.origin);
    const { path } = request.target;
    const [outcome] = await Promise.allSettled([
      super.send({ ...request, target: { origin, host, path } }),
      this.#detour.endless ? this.#time.runOut() : undefined,
    ]);
    if (outcome.status === 'fulfilled') {
      this.met.push(String(outcome.value.status));
      return outcome.value;
    }
    this.met.push(outcome.reason instanceof NetworkError ? outcome.reason.code : 'other');
    throw outcome.reason;
  }
}
