import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Limit for the codings of one body, each applied to the result of the one before. */
const maxCodings = 3;

interface BodyLabels {
  /** The header `content-encoding`. */
  readonly encoding: string | undefined;
  /** The header `content-type`. */
  readonly type: string | undefined;
  /** Limit for the body, packed or not; bytes. */
  readonly maxBytes: number;
}

export interface ReadableBody {
  /** A text is in UTF-8. Only as much as is within the limit, or as can be unpacked. */
  readonly body: Buffer;
  readonly tooLarge: boolean;
  /** It is compressed in an unknown way, or damaged. */
  readonly encoded: boolean;
}

/**
 * Unpacks a body and decodes its text, as curl and browsers do: gateways compress responses although nobody has asked
 * for it, and some services write UTF-16 or Latin-1. gzip is recognised by its first bytes, because gateways lose that
 * header, or keep it for a body that they have unpacked. Nothing beyond the limit is unpacked.
 */
export async function readBody(
  bytes: Buffer,
  { encoding = '', type = '', maxBytes }: BodyLabels,
): Promise<ReadableBody> {
  const named = encoding.toLowerCase().split(',');
  const codings = named.map((one) => one.trim()).filter((one) => !notPacked.test(one));
  let read: ReadableBody = { body: bytes, tooLarge: false, encoded: false };
  for (let count = 0; count < maxCodings && !read.tooLarge && !read.encoded; count++) {
    if (read.body.length === 0) break;
    const coding = isGzip(read.body) ? 'gzip' : codings.pop();
    if (coding === undefined) break;
    read = await unpack(read.body, createUnpacker(coding, read.body), maxBytes);
  }
  // Gateways keep the header for a body that they have unpacked, too.
  if (read.encoded && !read.tooLarge && isJsonText(bytes))
    return { body: bytes, tooLarge: false, encoded: false };
  const isPacked = read.encoded || isGzip(read.body) || (codings.length > 0 && bytes.length > 0);
  return { ...read, encoded: isPacked && !read.tooLarge, body: toUtf8(read.body, type) };
}

/** gzip is recognised by its first bytes; the others are no codings, but are written there. */
const notPacked = /^(|identity|none|null|utf-?8|us-ascii|iso-8859-1|[78]bit|binary|(x-)?gzip)$/;

/** Whether bytes are a text that begins and ends like an object or array of JSON, as nothing compressed does. */
function isJsonText(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  const beginning = bytes.toString('utf8', 0, 40);
  const end = bytes.toString('utf8', Math.max(0, bytes.length - 40));
  return /^\uFEFF?\s*[[{]/.test(beginning) && /[\]}]\s*$/.test(end);
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function createUnpacker(coding: string, bytes: Buffer): Transform | undefined {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  // With or without a header of two bytes: both are called by this name.
  if (coding === 'deflate')
    return bytes.length > 1 && bytes.readUInt16BE() % 31 === 0 ? createInflate() : createInflateRaw();
  return undefined;
}

async function unpack(
  packed: Buffer,
  unpacker: Transform | undefined,
  maxBytes: number,
): Promise<ReadableBody> {
  if (unpacker === undefined) return { body: Buffer.alloc(0), tooLarge: false, encoded: true };
  const pieces: Buffer[] = [];
  let size = 0;
  let encoded = false;
  unpacker.end(packed);
  try {
    for await (const piece of unpacker as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      // Leaving the loop ends the unpacker.
      if (size > maxBytes) break;
    }
  } catch {
    encoded = true;
  }
  const body = Buffer.concat(pieces, Math.min(size, maxBytes));
  return { body, tooLarge: size > maxBytes, encoded };
}

/** The text of a body in UTF-8; unchanged if it is UTF-8, or names no other charset that is known. */
function toUtf8(bytes: Buffer, type: string): Buffer {
  const utf16 = findUtf16(bytes);
  if (utf16 === undefined && isUtf8(bytes)) return bytes;
  const charset = utf16 ?? /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  try {
    // The reader rejects a body that should be UTF-8 and is not.
    return /^utf-?8$/i.test(charset) ? bytes : Buffer.from(new TextDecoder(charset).decode(bytes));
  } catch {
    return bytes;
  }
}

/** By its byte order mark, or because the first character of each text that is expected is ASCII. */
function findUtf16(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined;
}
