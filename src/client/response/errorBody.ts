import { sanitizeText } from '../text/sanitizeText';

const longestWords = 300;

type Hide = (text: string) => string;

export interface ErrorBody {
  /** At most 300 characters. */
  readonly words?: string | undefined;
  /** The server's error code, such as `RequestTimeout`. */
  readonly code?: string | undefined;
}

/**
 * Extracts the server's message from an error body: problem+json, the usual JSON shapes, the XML of storage servers,
 * or plain text. The interface specifies no error body (src/client/README.md, Unspecified). HTML is ignored, because
 * it comes from a device on the way.
 * @param hide redacts secrets of the request, which the server may repeat
 */
export function parseErrorBody(body: string, contentType: string, hide: Hide): ErrorBody {
  const { words, code } = said(body.trim(), contentType);
  return { words: shownWords(words, hide), code: shownCode(code, hide) };
}

/** Values as received, of any type. */
interface Said {
  readonly words?: unknown;
  readonly code?: unknown;
}

function said(text: string, contentType: string): Said {
  if (text === '' || /html/i.test(contentType) || /^<(!doctype )?html/i.test(text)) return {};
  if (text.startsWith('<')) return { words: xmlText(text, 'Message'), code: xmlText(text, 'Code') };
  const json = parsed(text);
  if (json !== undefined) return saidInJson(json);
  return text.startsWith('{') || text.startsWith('[') ? {} : { words: text };
}

function saidInJson(json: unknown): Said {
  if (typeof json === 'string') return { words: json };
  const error = field(json, 'error');
  const problem = [field(json, 'title'), field(json, 'detail')].filter((part) => typeof part === 'string');
  return {
    words: problem.length > 0 ? problem.join(': ') : (field(json, 'message') ?? messageOf(error)),
    code: field(json, 'code') ?? field(json, 'Code') ?? field(error, 'code'),
  };
}

function messageOf(error: unknown): unknown {
  return typeof error === 'string' ? error : field(error, 'message');
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function shownWords(value: unknown, hide: Hide): string | undefined {
  // Redact before truncating: a truncated secret would not be recognised.
  return typeof value === 'string' ? sanitizeText(hide(value), longestWords) || undefined : undefined;
}

function shownCode(value: unknown, hide: Hide): string | undefined {
  const isCode = typeof value === 'string' && /^[\w.-]{1,64}$/.test(value);
  return isCode && hide(value) === value ? value : undefined;
}

function xmlText(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
