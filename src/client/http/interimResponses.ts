/** Bytes of a response head needed to tell a final response from an interim one; bytes. */
const tellingBytes = 'HTTP/1.1 100'.length;

/**
 * Removes interim responses from the bytes of a connection (RFC 9110, 15.2: a client may ignore interim responses it
 * did not ask for). undici closes the connection at a 100, and takes any other for the response to CONNECT. They are
 * removed before its parser, because the parser has no option for it, and per connection, because all requests pass
 * there, those to proxies too. Only the first bytes of a head are held back.
 */
export class InterimResponses {
  #part: 'start' | 'interim' | 'final' = 'final';
  #held: Buffer = Buffer.alloc(0);

  /** Called when a request is about to be sent: the next bytes are the head of a response. */
  expect(): void {
    this.#part = 'start';
    this.#held = Buffer.alloc(0);
  }

  /** @returns the bytes to pass on, which may include bytes held back earlier */
  pass(bytes: Buffer): Buffer {
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    while (rest.length > 0 && this.#part !== 'final') {
      rest = this.#part === 'start' ? this.#fromStart(rest) : this.#afterInterim(rest);
      if (this.#held.length > 0) return Buffer.alloc(0);
    }
    return rest;
  }

  #fromStart(bytes: Buffer): Buffer {
    const begin = bytes.findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
    const rest = bytes.subarray(begin === -1 ? bytes.length : begin);
    const text = rest.toString('latin1', 0, tellingBytes);
    const isUndecided = text.length < tellingBytes && 'HTTP/1.'.startsWith(text.slice(0, 7));
    if (isUndecided) this.#held = Buffer.from(rest);
    else {
      this.#held = Buffer.alloc(0);
      // After 101, another protocol would begin.
      this.#part = /^HTTP\/1\.\d 1(?!01)\d\d/.test(text) ? 'interim' : 'final';
    }
    return rest;
  }

  #afterInterim(bytes: Buffer): Buffer {
    const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
    if (end === null) {
      this.#held = Buffer.from(bytes.subarray(-3));
      return bytes;
    }
    this.expect();
    return bytes.subarray(end.index + end[0].length);
  }
}
