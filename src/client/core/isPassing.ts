const refusedForNow = new Set([408, 421, 423, 425, 429]);
/** Those with which a service says that it has not begun. */
const notBegun = new Set([429]);
const neverInstalled = new Set([501, 505]);

/** Whether the same request may get another status a little later, from a server or a proxy. */
export function isPassing(status: number): boolean {
  const isServerFault = status >= 500 && status < 600 && !neverInstalled.has(status);
  return isServerFault || refusedForNow.has(status);
}

/** Whether a status proves that nothing was done, so that even a request that creates may be sent once more. */
export function provesNothingDone(status: number): boolean {
  return notBegun.has(status);
}
