import { type PlainReply, sendJson, sendPlain } from '../../src/emulator/exchange';
import type { Intercept } from '../../src/emulator/faults';

/** Never responds. With `beforeBody` the body is not read either. */
export function stall(when: 'beforeBody' | 'afterBody'): Intercept {
  return {
    kind: 'act',
    async act({ over }, handling) {
      if (when === 'afterBody') await handling.takeBody();
      await over;
    },
  };
}

/** The operation takes effect, but this response replaces its own. */
export function replyAfterApplying(reply: PlainReply): Intercept {
  return {
    kind: 'act',
    async act(exchange, handling) {
      await handling.apply();
      await sendPlain(exchange, reply);
    },
  };
}

/** Handles the request normally but sends another JSON body; none if the result is undefined. */
export function rewriteResponse(rewrite: (body: unknown) => unknown): Intercept {
  return {
    kind: 'act',
    async act(exchange, handling) {
      const response = await handling.apply();
      await sendJson(exchange, { ...response, body: rewrite(response.body) });
    },
  };
}
