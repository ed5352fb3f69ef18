/** Why the command line does nothing, in a sentence. It is printed as it is, so it quotes no secret. */
export class RefusedError extends Error {
  /** @param details more for the document that is printed */
  constructor(
    message: string,
    readonly details: object = {},
  ) {
    super(message);
  }
}
