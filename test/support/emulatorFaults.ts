import { type PlainReply, sendJson, sendPlain } from '../../src/emulator/exchange';
import type { Intercept } from '../../src/emulator/faults';

export { delayUntil, loseResponse } from '../../src/emulator/faults';

/** Responds without applying anything, once the body has been read. */
export function replyWith(reply: PlainReply): Intercept {
  return async (exchange, handling) => {
    await handling.takeBody();
    await sendPlain(exchange, reply);
  };
}

/** Resets the connection (RST) without applying anything. */
export function drop(when: 'beforeBody' | 'afterBody'): Intercept {
  return async (exchange, handling) => {
    if (when === 'afterBody') await handling.takeBody();
    exchange.cut = true;
    exchange.request.socket.resetAndDestroy();
  };
}

/** Never responds. With `beforeBody` the body is not read either. */
export function stall(when: 'beforeBody' | 'afterBody'): Intercept {
  return async ({ ended }, handling) => {
    if (when === 'afterBody') await handling.takeBody();
    await ended;
  };
}

/** The operation takes effect, but this response replaces its own. */
export function replyAfterApplying(reply: PlainReply): Intercept {
  return async (exchange, handling) => {
    await handling.apply();
    await sendPlain(exchange, reply);
  };
}

/** Handles the request normally but sends another JSON body; none if the result is undefined. */
export function rewriteResponse(rewrite: (body: unknown) => unknown): Intercept {
  return async (exchange, handling) => {
    const response = await handling.apply();
    await sendJson(exchange, { ...response, body: rewrite(response.body) });
  };
}
