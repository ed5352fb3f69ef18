import { type Exchange, type PlainReply, type RequestHandler, sendJson, sendPlain } from './exchange';
import type { RecordedRequest } from './requestRecord';

/** A change to the normal handling of a request, instead of it or around it. */
export type Intercept =
  /** Responds without applying anything, once the body has been read. */
  | (PlainReply & { readonly kind: 'reply' })
  /** Resets the connection (RST); after `afterApplying` the operation has taken effect and its response is lost. */
  | { readonly kind: 'drop'; readonly when: 'beforeBody' | 'afterBody' | 'afterApplying' }
  /** Handles the request normally once the promise is fulfilled. A rejection becomes a response with status 500. */
  | { readonly kind: 'delay'; readonly gate: Promise<void> }
  /** Handles the request in place of the emulator. */
  | {
      readonly kind: 'act';
      readonly act: (exchange: Exchange, handling: RequestHandler) => Promise<void>;
    };

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
      await handling.takeBody();
      return sendPlain(exchange, intercept);
    case 'drop':
      if (intercept.when === 'afterBody') await handling.takeBody();
      if (intercept.when === 'afterApplying') await handling.apply();
      exchange.cut = true;
      exchange.request.socket.resetAndDestroy();
      return;
    case 'delay':
      // A client that disconnects, or a stop of the emulator, ends the wait for a gate that may never open.
      await Promise.race([intercept.gate, exchange.over]);
      return handleNormally(exchange, handling);
    case 'act':
      return intercept.act(exchange, handling);
  }
}

async function handleNormally(exchange: Exchange, handling: RequestHandler): Promise<void> {
  await sendJson(exchange, await handling.apply());
}
