import { isObject } from '../core/json';
import { decodeReferences } from '../text/characterReferences';
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
  return format(parseBody(body.trim(), contentType), hide);
}

/**
 * As {@link parseErrorBody}, for a JSON value.
 * @param quote the message if it has none
 */
export function parseJsonError(json: unknown, quote: () => string, hide: Hide): ErrorBody {
  const { serverMessage, code } = parseJsonBody(json);
  return format({ serverMessage: serverMessage ?? quote(), code }, hide);
}

/** Values as received. */
interface Said {
  readonly serverMessage?: string | undefined;
  readonly code?: unknown;
}

function parseBody(text: string, contentType: string): Said {
  if (text === '' || isWebPage(contentType, text)) return {};
  if (text.startsWith('<')) return parseXml(text);
  const json = tryParseJson(text);
  if (json !== undefined) return parseJsonBody(json);
  return text.startsWith('{') || text.startsWith('[') ? {} : { serverMessage: text };
}

/** The elements in which Azure, Google and all object stores say why they refuse a request, the most telling first. */
const xmlMessages = ['AuthenticationErrorDetail', 'Details', 'Message'];

function parseXml(xml: string): Said {
  const texts = xmlMessages.map((tag) =>
    findXmlText(xml, tag)
      ?.replace(/\sRequestId:[^]*/, '')
      .trim(),
  );
  return { serverMessage: texts.find(Boolean), code: findXmlText(xml, 'Code') };
}

function parseJsonBody(json: unknown): Said {
  const error = getField(json, 'error');
  return {
    serverMessage: findProblem(json) ?? findMessage(json),
    code: getField(json, 'code') ?? getField(json, 'Code') ?? getField(error, 'code'),
  };
}

/** Title and detail of problem+json. */
function findProblem(json: unknown): string | undefined {
  const parts = [getField(json, 'title'), findMessage(getField(json, 'detail'))];
  return parts.filter((part) => typeof part === 'string').join(': ') || undefined;
}

/** Where errors in JSON have their text, the most telling first. */
const messageKeys = ['message', 'Message', 'msg', 'detail', 'error_description', 'reason', 'error', 'errors'];

const maxDepth = 4;

/** The text of an error in JSON, wherever it usually stands; a list becomes one text. */
function findMessage(error: unknown, depth = 0): string | undefined {
  if (typeof error === 'string') return error.trim() === '' ? undefined : error;
  if (depth > maxDepth) return undefined;
  const findInner = (inner: unknown) => findMessage(inner, depth + 1);
  if (Array.isArray(error)) return joinTexts(error.map((entry) => formatField(entry, findInner)));
  if (!isObject(error)) return undefined;
  const texts = messageKeys.map((key) => findInner(getField(error, key)));
  return texts.find((text) => text !== undefined) ?? findFieldErrors(error.errors, findInner);
}

type FindText = (value: unknown) => string | undefined;

/** Formats `{"mesh": ["is missing"]}`: `mesh: is missing`. */
function findFieldErrors(errors: unknown, find: FindText): string | undefined {
  if (!isObject(errors)) return undefined;
  const texts = Object.entries(errors).map(([name, value]) => [name, find(value)] as const);
  return joinTexts(texts.map(([name, text]) => (text === undefined ? text : `${name}: ${text}`)));
}

function joinTexts(all: readonly (string | undefined)[]): string | undefined {
  const texts = all.filter((text) => text !== undefined);
  const shown = texts.length > maxFields ? [...texts.slice(0, maxFields), '…'] : texts;
  return shown.length === 0 ? undefined : shown.join('; ');
}

/** The parts of a request that may stand first in `loc`. They say nothing to a user. */
const requestParts: readonly unknown[] = ['body', 'query', 'path', 'header'];

/** Formats an entry of FastAPI, `{"loc": ["body", "cores"], "msg": "field required"}`: `cores: field required`. */
function formatField(field: unknown, find: FindText): string | undefined {
  const text = find(field);
  const location = getField(field, 'loc');
  const keys: unknown[] = Array.isArray(location) ? location : [];
  const [first, ...inner] = keys;
  const path = requestParts.includes(first) ? inner : keys;
  const name = path.filter((key) => typeof key === 'string' || typeof key === 'number').join('.');
  return text === undefined || name === '' ? text : `${name}: ${text}`;
}

function getField(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function format({ serverMessage = '', code }: Said, hide: Hide): ErrorBody {
  const isCode = typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) && hide(code) === code;
  return {
    serverMessage: sanitizeText(serverMessage, maxMessageLength, hide) || undefined,
    code: isCode ? code : undefined,
  };
}

function findXmlText(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  return text === undefined ? undefined : decodeReferences(text);
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
