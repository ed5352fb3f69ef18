import { isObject } from '../core/json';
import { sanitizeText } from '../text/sanitizeText';
import { isWebPage } from './webPage';

const maxMessageLength = 300;

/** Limit for the invalid fields that a message lists. */
const maxFields = 5;

type Hide = (text: string) => string;

export interface ErrorBody {
  /** At most 300 characters. */
  readonly serverMessage?: string | undefined;
  /** The server's error code, such as `RequestTimeout`. */
  readonly code?: string | undefined;
}

/**
 * Extracts the server's message from an error body: problem+json, lists of invalid fields, the usual JSON shapes, the
 * XML of storage servers, or plain text. The interface specifies no error body (src/client/README.md, Unspecified).
 * HTML is ignored, because it comes from a device on the way; its title is read by `parsePageTitle`.
 * @param hide redacts secrets of the request, which the server may repeat
 */
export function parseErrorBody(body: string, contentType: string, hide: Hide): ErrorBody {
  const { serverMessage, code } = parseBody(body.trim(), contentType);
  return { serverMessage: formatMessage(serverMessage, hide), code: formatCode(code, hide) };
}

/** Values as received, of any type. */
interface Said {
  readonly serverMessage?: unknown;
  readonly code?: unknown;
}

function parseBody(text: string, contentType: string): Said {
  if (text === '' || isWebPage(contentType, text)) return {};
  if (text.startsWith('<'))
    return { serverMessage: findXmlText(text, 'Message'), code: findXmlText(text, 'Code') };
  const json = tryParseJson(text);
  if (json !== undefined) return parseJsonBody(json);
  return text.startsWith('{') || text.startsWith('[') ? {} : { serverMessage: text };
}

function parseJsonBody(json: unknown): Said {
  if (typeof json === 'string') return { serverMessage: json };
  const error = getField(json, 'error');
  const detail = getField(json, 'detail');
  const problem = [
    getField(json, 'title'),
    Array.isArray(detail) ? listFields(detail) : messageOf(detail),
  ].filter((part) => typeof part === 'string');
  return {
    serverMessage: problem.length > 0 ? problem.join(': ') : (getField(json, 'message') ?? messageOf(error)),
    code: getField(json, 'code') ?? getField(json, 'Code') ?? getField(error, 'code'),
  };
}

function messageOf(error: unknown): unknown {
  return typeof error === 'string' ? error : getField(error, 'message');
}

/** The parts of a request that may stand first in `loc`. They say nothing to a user. */
const requestParts: readonly unknown[] = ['body', 'query', 'path', 'header'];

/** Formats the list of FastAPI, `[{"loc": ["body", "cores"], "msg": "field required"}]`: `cores: field required`. */
function listFields(fields: readonly unknown[]): string | undefined {
  const texts = fields.map(formatField).filter((text) => text !== undefined);
  const shown = texts.length > maxFields ? [...texts.slice(0, maxFields), '…'] : texts;
  return shown.length === 0 ? undefined : shown.join('; ');
}

function formatField(field: unknown): string | undefined {
  if (typeof field === 'string') return field;
  const text = getField(field, 'msg');
  if (typeof text !== 'string') return undefined;
  const location = getField(field, 'loc');
  const keys: unknown[] = Array.isArray(location) ? location : [];
  const [first, ...inner] = keys;
  const path = requestParts.includes(first) ? inner : keys;
  const name = path.filter((key) => typeof key === 'string' || typeof key === 'number').join('.');
  return name === '' ? text : `${name}: ${text}`;
}

function getField(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function formatMessage(value: unknown, hide: Hide): string | undefined {
  // Redact before truncating: a truncated secret would not be recognised.
  return typeof value === 'string' ? sanitizeText(hide(value), maxMessageLength) || undefined : undefined;
}

function formatCode(value: unknown, hide: Hide): string | undefined {
  const isCode = typeof value === 'string' && /^[\w.-]{1,64}$/.test(value);
  return isCode && hide(value) === value ? value : undefined;
}

function findXmlText(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
