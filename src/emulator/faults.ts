import { type EmulatedExchange, type RequestHandler, sendJson } from './exchange';
import type { RecordedRequest } from './requestRecord';

/** Handles a request in place of the emulator. What it throws becomes a response with status 500. */
export type Intercept = (exchange: EmulatedExchange, handling: RequestHandler) => Promise<void>;

/** Decides about a request when its headers have arrived; undefined for normal handling. */
export type Interceptor = (request: RecordedRequest) => Intercept | undefined;

/** Throws when the client disconnects early. */
export const handleNormally: Intercept = async (exchange, handling) =>
  sendJson(exchange, await handling.apply());

/** Resets the connection (RST) when the operation has taken effect, so that its response is lost. */
export const loseResponse: Intercept = async (exchange, handling) => {
  await handling.apply();
  exchange.cut = true;
  exchange.request.socket.resetAndDestroy();
};

/** Handles the request normally once the promise is fulfilled. */
export function delayUntil(gate: Promise<void>): Intercept {
  return async (exchange, handling) => {
    // A client that disconnects, or a stop of the emulator, ends the wait for a gate that may never open.
    await Promise.race([gate, exchange.ended]);
    await handleNormally(exchange, handling);
  };
}
