import { cleanText } from './cleanText';

const longestWords = 300;

export interface ServerWords {
  /** At most 300 characters. */
  readonly words?: string | undefined;
  /** The server's error code, such as `RequestTimeout`. */
  readonly code?: string | undefined;
}

/**
 * What an error answer says about itself, out of problem+json, the usual JSON shapes, the XML of storage
 * servers, or plain text. The interface document shows no error body (section 7). HTML says nothing here:
 * it is a page of some device in between.
 */
export function serverWords(body: string, contentType: string): ServerWords {
  const text = body.trim();
  if (text === '' || /html/i.test(contentType) || /^<(!doctype )?html/i.test(text)) return {};
  if (text.startsWith('<'))
    return { words: words(xmlText(text, 'Message')), code: code(xmlText(text, 'Code')) };
  const json = parsed(text);
  if (json !== undefined) return fromJson(json);
  return text.startsWith('{') || text.startsWith('[') ? {} : { words: words(text) };
}

function fromJson(json: unknown): ServerWords {
  if (typeof json === 'string') return { words: words(json) };
  const error = field(json, 'error');
  const problem = [field(json, 'title'), field(json, 'detail')].filter((part) => typeof part === 'string');
  const sentence = problem.length > 0 ? problem.join(': ') : (field(json, 'message') ?? messageOf(error));
  return {
    words: words(sentence),
    code: code(field(json, 'code') ?? field(json, 'Code') ?? field(error, 'code')),
  };
}

function messageOf(error: unknown): unknown {
  return typeof error === 'string' ? error : field(error, 'message');
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanText(value, longestWords) || undefined : undefined;
}

function code(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined;
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
