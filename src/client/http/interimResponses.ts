/** As much of a head as tells whether a final response begins with it; bytes. */
const tellingBytes = 'HTTP/1.1 100'.length;

/**
 * Takes out of what comes on a connection the responses that are not final (RFC 9110, 15.2: a client passes over
 * those that it has not asked for). The library breaks a connection off at a 100, and takes any for the answer to
 * CONNECT. That is done before its parser, because the parser has no option for it, and because a connection is the
 * one place that all requests share, those to proxies too. Nothing is kept but the first bytes of a head.
 */
export class InterimResponses {
  private part: 'start' | 'interim' | 'final' = 'final';
  private held: Buffer = Buffer.alloc(0);

  /** A request is about to be sent: what comes next is the head of a response. */
  expect(): void {
    this.part = 'start';
    this.held = Buffer.alloc(0);
  }

  /** @returns what is left of these bytes; more may have been held back before */
  pass(bytes: Buffer): Buffer {
    let rest = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    while (rest.length > 0 && this.part !== 'final') {
      rest = this.part === 'start' ? this.fromStart(rest) : this.afterInterim(rest);
      if (this.held.length > 0) return Buffer.alloc(0);
    }
    return rest;
  }

  private fromStart(bytes: Buffer): Buffer {
    const begin = bytes.findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
    const rest = bytes.subarray(begin === -1 ? bytes.length : begin);
    const text = rest.toString('latin1', 0, tellingBytes);
    const isUndecided = text.length < tellingBytes && 'HTTP/1.'.startsWith(text.slice(0, 7));
    if (isUndecided) this.held = Buffer.from(rest);
    else {
      this.held = Buffer.alloc(0);
      // After 101, another protocol would begin.
      this.part = /^HTTP\/1\.\d 1(?!01)\d\d/.test(text) ? 'interim' : 'final';
    }
    return rest;
  }

  private afterInterim(bytes: Buffer): Buffer {
    const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
    if (end === null) {
      this.held = Buffer.from(bytes.subarray(-3));
      return bytes;
    }
    this.expect();
    return bytes.subarray(end.index + end[0].length);
  }
}
