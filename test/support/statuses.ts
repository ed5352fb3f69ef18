/** What the policy says of refusals (src/client/README.md), for all suites that are about it. */

/** After these, the same request may get another answer. */
export const passingRefusals: readonly number[] = [408, 421, 423, 425, 429];

/** These prove that nothing was done, so that even a request that creates is sent again. */
export const nothingDone: readonly number[] = [429];
