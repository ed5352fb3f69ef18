import { type Exchange, type PlainReply, type RequestHandler, sendJson, sendPlain } from './exchange';
import type { RecordedRequest } from './requestLog';

/** How far a request gets before the fault. */
export type FaultPoint = 'beforeBody' | 'afterBody' | 'afterApplying';

/** A change to the normal handling of a request, instead of it or around it. */
export type Intercept =
  /**
   * Responds without applying anything. The body is read first; with `early` the response is sent at once and the
   * connection closes with the body unread.
   */
  | (PlainReply & { readonly kind: 'reply'; readonly early?: boolean })
  /** The operation takes effect, but this response replaces its own. */
  | (PlainReply & { readonly kind: 'replyAfterApplying' })
  /** Resets the connection (RST); after `afterApplying` the operation has taken effect and its response is lost. */
  | { readonly kind: 'drop'; readonly when: FaultPoint }
  /** Never responds. With `beforeBody` the body is not read either. */
  | { readonly kind: 'stall'; readonly when: 'beforeBody' | 'afterBody' }
  /** Handles the request normally once the promise is fulfilled. A rejection becomes a response with status 500. */
  | { readonly kind: 'delay'; readonly gate: Promise<void> }
  /** Handles the request normally but sends another JSON body; none if the result is undefined. */
  | { readonly kind: 'rewriteResponse'; readonly rewrite: (body: unknown) => unknown };

/** Decides about a request when its headers have arrived; undefined for normal handling. */
export type Interceptor = (request: RecordedRequest) => Intercept | undefined;

/** Handles one request with a fault, or normally without one. Throws when the client disconnects early. */
export async function handleUnderFault(
  exchange: Exchange,
  handling: RequestHandler,
  intercept: Intercept | undefined,
): Promise<void> {
  switch (intercept?.kind) {
    case undefined:
      return handleNormally(exchange, handling);
    case 'reply':
      return sendInstead(exchange, handling, intercept);
    case 'replyAfterApplying':
      await handling.apply();
      return sendPlain(exchange, intercept);
    case 'drop':
      await advanceTo(intercept.when, handling);
      exchange.cut = true;
      exchange.request.socket.resetAndDestroy();
      return;
    case 'stall':
      await advanceTo(intercept.when, handling);
      return exchange.over;
    case 'delay':
      // A client that disconnects, or a stop of the emulator, ends the wait for a gate that may never open.
      await Promise.race([intercept.gate, exchange.over]);
      return handleNormally(exchange, handling);
    case 'rewriteResponse': {
      const response = await handling.apply();
      return sendJson(exchange, { ...response, body: intercept.rewrite(response.body) });
    }
  }
}

async function handleNormally(exchange: Exchange, handling: RequestHandler): Promise<void> {
  await sendJson(exchange, await handling.apply());
}

async function sendInstead(
  exchange: Exchange,
  handling: RequestHandler,
  reply: PlainReply & { readonly early?: boolean },
): Promise<void> {
  if (reply.early === true) {
    return sendPlain(exchange, { ...reply, headers: { ...reply.headers, connection: 'close' } }, true);
  }
  await handling.takeBody();
  await sendPlain(exchange, reply);
}

async function advanceTo(point: FaultPoint, handling: RequestHandler): Promise<void> {
  if (point === 'afterBody') await handling.takeBody();
  if (point === 'afterApplying') await handling.apply();
}
