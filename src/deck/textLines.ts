import { isAscii, isUtf8 } from 'node:buffer';

/** The rest of a longer line is passed over; bytes. */
const maxLineBytes = 64 * 1024;

const notAscii = /[\u0080-\u00ff]/;

const byteOrderMark = '\u00ef\u00bb\u00bf';

/**
 * Divides a text, which may come in pieces, into lines as an editor counts them: after a line feed, a carriage return
 * or both.
 */
export class LineSplitter {
  /** One character for each byte, as all text here before it is decoded. */
  #rest: string | undefined;

  /** The lines that end within the next piece. */
  add(piece: Buffer): string[] {
    const bytes = piece.toString('latin1');
    const text = withLineFeeds(this.#rest === undefined ? withoutMark(bytes) : this.#rest + bytes);
    // Nearly all texts are such, and need no closer look at each line.
    const isPlain = isAscii(piece) && !notAscii.test(this.#rest ?? '');
    const lines = text.split('\n');
    // The beginning of a line that is too long stays as it is: what follows is passed over.
    this.#rest = lines.pop()?.slice(0, maxLineBytes) ?? '';
    if (!isPlain || lines.some(({ length }) => length > maxLineBytes)) return lines.map(decodeLine);
    return text.includes('\r') ? lines.map(withoutReturn) : lines;
  }

  /** The last line, if nothing ends it. */
  end(): string[] {
    return this.#rest === undefined || this.#rest === '' ? [] : [decodeLine(this.#rest)];
  }
}

/** The beginning of a text, with line feeds as the only ends of lines. It may end in the middle of a character. */
export function decodeHead(bytes: Buffer): string {
  return decode(withLineFeeds(withoutMark(bytes.toString('latin1'))), { isCut: true });
}

function decodeLine(line: string): string {
  const whole = withoutReturn(line);
  return decode(whole.slice(0, maxLineBytes), { isCut: whole.length > maxLineBytes });
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/**
 * Each line has its own encoding, because an umlaut may come late, and another program may have written an include.
 * @param isCut whether the last character may be incomplete
 */
function decode(bytes: string, { isCut }: { readonly isCut: boolean }): string {
  if (!notAscii.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const isUnicode = (isCut ? [0, 1, 2, 3] : [0]).some((cut) =>
    isUtf8(buffer.subarray(0, buffer.length - cut)),
  );
  return isUnicode ? buffer.toString('utf8') : bytes;
}

function withoutMark(bytes: string): string {
  return bytes.startsWith(byteOrderMark) ? bytes.slice(byteOrderMark.length) : bytes;
}

/** With a line feed for each carriage return that stands alone. The last one may be followed by a line feed. */
function withLineFeeds(text: string): string {
  return text.includes('\r') && /\r[^\n]/.test(text) ? text.replace(/\r(?!\n|$)/g, '\n') : text;
}
