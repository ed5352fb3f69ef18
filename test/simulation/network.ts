import { Readable } from 'node:stream';
import type { NetworkCode } from '../../src/client/core/errors';
import { parseExactJson } from '../../src/client/core/exactJson';
import type { HttpRequest, HttpResponse, Transport } from '../../src/client/http/httpTransport';
import type { SimulatedProcess } from './hosts';
import type { Engine } from './loadEngine';
import type { Oracle, Sent } from './oracle';
import { refusal, type Response, type Service } from './service';
import type { World } from './world';

/** Responses that an intermediary may send without forwarding the request. None of them is a success, which counts. */
const refusals = [
  400, 401, 403, 404, 405, 407, 408, 409, 410, 411, 412, 413, 421, 422, 423, 425, 429, 431, 451, 500, 501,
  502, 503, 504, 505, 507, 508, 511, 520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599, 300, 301, 302,
  303, 304, 307, 308, 600, 700, 999,
];

/** Responses that an intermediary may send although the service has carried out the request. */
const rewritten = [
  408, 500, 502, 503, 504, 507, 508, 520, 521, 522, 523, 524, 525, 526, 527, 530, 598, 599, 300, 301, 302,
  303, 304, 202, 203, 206, 600, 700, 999,
];

/** The status of a success, with a body that says otherwise. */
const denial: Response = {
  status: 200,
  body: '{"success":false,"message":"Not now"}',
  type: 'application/json',
};

/** The network between the windows and the service with its file server, including its faults. */
export interface Network {
  readonly world: World;
  readonly service: Service;
  readonly oracle: Oracle;
  readonly engine: Engine;
}

/** @param launch number of the launch that the requests belong to */
export function createTransport(network: Network, process: SimulatedProcess, launch: number): Transport {
  return {
    send: async (request) =>
      await new Promise<HttpResponse>((resolve, reject) => {
        new Exchange({ ...network, process, launch, request }, resolve, reject).begin();
      }).finally(() => {
        if (request.body instanceof Readable) request.body.destroy();
      }),
    close: () => Promise.resolve(),
  };
}

interface ExchangeParts extends Network {
  readonly process: SimulatedProcess;
  readonly launch: number;
  readonly request: HttpRequest;
}

/** One request and its response. */
class Exchange {
  #isOver = false;
  #timeout: number | undefined;
  #sent: Sent | undefined;
  readonly #abort = (): void => this.#end(() => this.reject(this.parts.request.signal.reason));

  constructor(
    readonly parts: ExchangeParts,
    readonly resolve: (answer: HttpResponse) => void,
    readonly reject: (error: unknown) => void,
  ) {}

  begin(): void {
    const { request, world, service } = this.parts;
    const { signal } = request;
    if (signal.aborted) return this.#abort();
    signal.addEventListener('abort', this.#abort);
    const isDown = service.isOut && world.random.chance(0.5);
    if (isDown || world.strikes(world.circumstances.connectionFails)) {
      const code = world.random.pick<NetworkCode>(['dns', 'refused', 'connectTimeout', 'unreachable']);
      this.#later(world.random.between(1, 15_000), () => this.#fail(code, 'no'));
    } else {
      this.#later(this.#latency(), () => void this.#connected());
    }
  }

  async #connected(): Promise<void> {
    const { request } = this.parts;
    try {
      // Uploads have no such check, because they can be repeated.
      if (request.method === 'POST') await request.beforeSend?.();
      const body = await wholeBody(request);
      if (!this.#isOver) this.#leave(body);
    } catch (error) {
      this.#end(() => this.reject(error));
    }
  }

  /** From here on, this side cannot know what happens to the request. */
  #leave(body: Buffer): void {
    const { world, process, oracle, launch, request } = this.parts;
    const { operation, method, target, limits } = request;
    const url = target.origin + target.path;
    this.#sent = oracle.requestLeft({ launch, operation, process, url, body });
    world.note(() => `${process.name}: ${method} ${target.path} of launch ${launch} leaves`);
    this.#timeout = process.startTimer(limits.responseTimeoutMs, false, () => this.#fail('timeout', 'maybe'));
    if (world.strikes(world.circumstances.requestLost)) {
      this.#later(world.random.between(1, 1000), () => this.#fail('reset', 'maybe'));
      return;
    }
    const isLate = world.strikes(world.circumstances.requestLate);
    const delay = isLate ? world.random.between(20_000, 400_000) : this.#latency();
    world.queue.after(delay, () => this.#arrive(url, body));
  }

  /** Handles the request at the other end, even if the client no longer waits for the response. */
  #arrive(url: string, body: Buffer): void {
    const { world, service, oracle, launch, request } = this.parts;
    const { gatewayRefuses, serviceRefuses } = world.circumstances;
    if (service.isOut) {
      this.#respond(page(world.random.pick([502, 503, 504]), 'The service is down'));
    } else if (world.strikes(gatewayRefuses)) {
      this.#respond(this.#gatewayPage(world.random.pick(refusals)));
    } else if (request.method === 'POST' && world.strikes(serviceRefuses)) {
      const isDenied = world.random.chance(0.2);
      this.#respond(isDenied ? denial : refusal(world.random.pick([400, 409, 422, 429, 500]), 'Not now'));
    } else {
      const response = respond(service, request, { launch, url, body });
      oracle.requestArrived(this.#sent!, response.status);
      world.note(
        () =>
          `service: ${request.operation} of launch ${launch} gets ${response.status} ${response.body.slice(0, 100)}`,
      );
      world.queue.after(response.delayMs ?? 0, () => this.#respondOverNetwork(response));
    }
  }

  #respondOverNetwork(response: Response): void {
    const { world, request } = this.parts;
    const { responseLost, responseLate, gatewayRewrites } = world.circumstances;
    if (world.strikes(responseLost)) {
      world.note(() => `network: the response to ${request.operation} is lost`);
      if (world.random.chance(0.6)) this.#later(this.#latency(), () => this.#fail('reset', 'maybe'));
      return;
    }
    const isRewritten = response.status < 400 && world.strikes(gatewayRewrites);
    const late = world.strikes(responseLate) ? world.random.between(5_000, 150_000) : 0;
    const seen = isRewritten ? this.#gatewayPage(world.random.pick(rewritten)) : response;
    world.queue.after(late, () => this.#respond(seen));
  }

  #respond(response: Response): void {
    const { request, process, oracle, world } = this.parts;
    this.#later(this.#latency(), () => {
      const { limits } = request;
      const accepted = limits.accepted.includes(response.status);
      const isRead = accepted && limits.needsBody && response.body !== '';
      if (world.strikes(world.circumstances.responseLost / 8) && isRead) return this.#fail('reset', 'maybe');
      world.note(
        () => `${process.name}: ${request.operation} of launch ${this.parts.launch} gets ${response.status}`,
      );
      this.#end(() => {
        oracle.responseArrived(this.#sent!, response, accepted);
        const { status } = response;
        const headers = this.#headers(response);
        const read = { encoded: false, body: Buffer.from(response.body), tooLarge: false };
        this.resolve({ status, accepted, header: (name) => headers.get(name), ...read });
      });
    });
  }

  #headers(response: Response): ReadonlyMap<string, string> {
    const { service, world } = this.parts;
    const headers = new Map([['content-type', response.type]]);
    if (world.random.chance(0.7)) headers.set('date', new Date(service.now).toUTCString());
    if ((response.status === 429 || response.status === 503) && world.random.chance(0.3))
      headers.set('retry-after', '2');
    return headers;
  }

  #gatewayPage(status: number): Response {
    const { random } = this.parts.world;
    if (random.chance(0.15)) return page(200, 'Please sign in');
    return random.chance(0.5) ? page(status, 'Gateway') : { status, body: '', type: '' };
  }

  #fail(code: NetworkCode, sent: 'no' | 'maybe'): void {
    const { engine, request, process, world } = this.parts;
    if (this.#isOver) return;
    const about = `${request.operation} of launch ${this.parts.launch}`;
    world.note(() => `${process.name}: ${about} fails: ${code}, sent: ${sent}`);
    const error = new engine.NetworkError(request.operation, request.target.host, { code, sent });
    this.#end(() => this.reject(error));
  }

  #end(resolve: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.parts.request.signal.removeEventListener('abort', this.#abort);
    if (this.#timeout !== undefined) this.parts.process.stopTimer(this.#timeout);
    resolve();
  }

  #later(delay: number, then: () => void): void {
    const { world, process } = this.parts;
    world.waits(process);
    world.queue.after(delay, () =>
      process.run(() => {
        if (!this.#isOver) then();
      }),
    );
  }

  #latency(): number {
    const { random } = this.parts.world;
    return random.chance(0.05) ? random.between(100, 3_000) : random.between(1, 60);
  }
}

async function wholeBody({ body = '' }: HttpRequest): Promise<Buffer> {
  if (!(body instanceof Readable)) return Buffer.from(body as string);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function respond(
  service: Service,
  request: HttpRequest,
  { launch, url, body }: { readonly launch: number; readonly url: string; readonly body: Buffer },
): Response {
  const asked =
    request.method === 'POST' && body.length > 0 ? (parseExactJson(body.toString()) as object) : {};
  switch (request.operation) {
    case 'createProject':
      return service.createProject(asked, launch);
    case 'createModel':
      return service.createModel(asked, launch);
    case 'finaliseModel':
      return service.finalise(decodeURIComponent(url.split('/').at(-2) ?? ''), asked);
    case 'createSimulation':
      return service.createSimulation(asked, launch);
    case 'uploadFile':
      return service.put(url, body, request.headers['content-length']);
    case 'listProjects':
      return service.listProjects();
    // Nothing describes where a status is.
    case 'readSimulation':
      return page(404, 'no such page');
    case 'listReusableModels':
      return { status: 200, type: 'application/json', body: '{"models":[]}' };
  }
}

function page(status: number, words: string): Response {
  return { status, type: 'text/html', body: `<html><body>${words}</body></html>` };
}
