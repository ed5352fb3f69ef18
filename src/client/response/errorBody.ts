import { decodeReferences } from '../text/characterReferences';
import { sanitizeText } from '../text/sanitizeText';
import { joinErrorTexts } from './errorTexts';
import { getValueAt } from './jsonPointer';
import { findPageWords, repeatsStatus } from './pageWords';

const maxMessageLength = 300;

type Hide = (text: string) => string;

export interface ErrorBody {
  /** At most 300 characters. */
  readonly serverMessage?: string | undefined;
  /** The server's error code, such as `RequestTimeout`. */
  readonly code?: string | undefined;
}

/**
 * Extracts the server's message from an error body: all texts of JSON with their fields, the XML of storage servers, or
 * plain text. The interface specifies no error body (src/client/README.md, Unspecified).
 * HTML is ignored, because it comes from a device on the way; its title is read by `parsePageTitle`.
 * @param hide redacts secrets of the request, which the server may repeat
 * @param headerCode the code as a header has it, for a body without one
 */
export function parseErrorBody(
  body: string,
  contentType: string,
  hide: Hide,
  headerCode?: string,
): ErrorBody {
  const { serverMessage, code } = parseBody(body.trim(), contentType);
  return format({ serverMessage, code: code === undefined || code === '' ? headerCode : code }, hide);
}

/**
 * As {@link parseErrorBody}, for a JSON value.
 * @param quote the message if it has none
 */
export function parseJsonError(json: unknown, quote: () => string, hide: Hide): ErrorBody {
  const { serverMessage, code } = parseJsonBody(json);
  return format({ serverMessage: serverMessage ?? quote(), code }, hide);
}

/**
 * The words of a header `WWW-Authenticate` (RFC 6750, 3): its `error_description`, else its `error`. At most 300
 * characters.
 * @param hide as above
 */
export function parseChallenge(header: string, hide: Hide): string | undefined {
  const values = ['error_description', 'error'].map((name) => {
    const [, quoted, plain] =
      new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))`, 'i').exec(header) ??
      [];
    return quoted?.replace(/\\(.)/g, '$1') ?? plain;
  });
  return sanitizeText(values.find(Boolean) ?? '', maxMessageLength, hide) || undefined;
}

/** Values as received. */
interface ServerText {
  readonly serverMessage?: string | undefined;
  readonly code?: unknown;
}

function parseBody(text: string, contentType: string): ServerText {
  if (text === '' || isHtml(contentType, text)) return {};
  if (text.startsWith('<')) {
    const isSurelyXml = /^<\?xml\b/.test(text) || /\bxml\b/i.test(contentType);
    return isSurelyXml ? parseXml(text) : findXmlFields(text);
  }
  try {
    return parseJsonBody(JSON.parse(text), /\bproblem\+json\b/i.test(contentType));
  } catch {
    return /^[[{]/.test(text) ? {} : { serverMessage: text };
  }
}

/** The elements in which Azure, Google and all object stores say why they refuse a request, the most telling first. */
const xmlMessages = ['AuthenticationErrorDetail', 'Details', 'Message'];

/** The known elements alone: of HTML, every element would be taken for a field. */
function findXmlFields(text: string): { readonly serverMessage: string | undefined; readonly code: string } {
  const serverMessage = xmlMessages.map((tag) => findXmlText(text, tag)).find(Boolean);
  return { serverMessage, code: findXmlText(text, 'Code') };
}

function parseXml(xml: string): ServerText {
  const { serverMessage, code } = findXmlFields(xml);
  // The other elements of an object store are names, which say less than the code (Ceph has no message).
  const isOfStore = code !== '' && /<(RequestId|HostId|BucketName|Resource)>/.test(xml);
  return { serverMessage: serverMessage ?? (isOfStore ? code : joinErrorTexts(readXmlTexts(xml))), code };
}

/** Limit for elements in each other. */
const maxXmlDepth = 10;

/** Elements by their names. */
type XmlElements = Map<string, unknown[]>;

/**
 * What XML would be as JSON: its texts below the names of their elements, without prefixes and attributes. The name of
 * the outermost element says nothing. Undefined if the XML is deeper than errors are.
 */
function readXmlTexts(xml: string): unknown {
  const root: XmlElements = new Map();
  const open = [root];
  for (const [, slash, name = '', attributes = '', content = ''] of xml.matchAll(
    /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])([^<>]*)>([^<]*)/g,
  )) {
    if (slash === '/') open.pop();
    if (slash === '/' || attributes.endsWith('/')) continue;
    if (open.length > maxXmlDepth) return undefined;
    const inner: XmlElements = new Map();
    const text = decodeReferences(content).trim();
    const siblings = open.at(-1)?.get(name) ?? [];
    siblings.push(text === '' ? inner : text);
    open.at(-1)?.set(name, siblings);
    open.push(inner);
  }
  const [outermost] = root.values();
  return toPlainValue(outermost?.[0]);
}

function toPlainValue(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const elements = [...(value as XmlElements)].map(([name, values]): [string, unknown] => {
    const plain = values.map(toPlainValue);
    return [name, plain.length === 1 ? plain[0] : plain];
  });
  const [first, ...more] = elements;
  // Frameworks name the elements of a list so, which is no field.
  return more.length === 0 && /^(list-)?item$/.test(first?.[0] ?? '')
    ? first?.[1]
    : Object.fromEntries(elements);
}

function parseJsonBody(json: unknown, isProblem = false): ServerText {
  const codes = ['/code', '/Code', '/error/code'].map((pointer) => getValueAt(json, pointer));
  return {
    serverMessage: joinErrorTexts(json, { isProblem }),
    code: codes.find((code) => code !== undefined && code !== null),
  };
}

function format({ serverMessage = '', code }: ServerText, hide: Hide): ErrorBody {
  const isCode = typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) && hide(code) === code;
  return {
    serverMessage: sanitizeText(serverMessage, maxMessageLength, hide) || undefined,
    code: isCode ? code : undefined,
  };
}

/** The text of an element, without the numbers that Azure adds to its messages. */
function findXmlText(xml: string, tag: string): string {
  const text = decodeReferences(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '');
  return text.replace(/\sRequestId:[^]*/, '').trim();
}

/** Limit for the part of a page in which its title is looked for; bytes. */
const maxHeadBytes = 65_536;

/** Limit for a title; characters. */
const maxTitleLength = 100;

/**
 * Whether a response is an HTML page, which begins with an element: some frameworks label every text so (Express), and
 * even JSON (PHP).
 * @param beginning of its body, which counts too: a page may lack its label
 */
export function isHtml(contentType: string, beginning = ''): boolean {
  if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return !/^\s*[^\s<]/.test(beginning);
  return /^\s{0,100}<(!doctype )?html\b/i.test(beginning);
}

/**
 * The title of an HTML page as one line of plain text, at most 100 characters; empty when it has none or cannot be
 * read. Where the title of a failure says no more than the status, the words of the page take its place if it has any,
 * at most 300 characters.
 * @param hide redacts secrets of the request, which a page may repeat
 * @param failure status of a page that reports one; absent for a page with a success, whose words are for browsers
 */
export function parsePageTitle(body: Buffer, hide: Hide, failure?: number): string {
  const head = body.toString('utf8', 0, maxHeadBytes);
  const title = /<title\b[^<>]*>([^<]*)/i.exec(head)?.[1] ?? '';
  if (failure !== undefined && repeatsStatus(decodeReferences(title), failure)) {
    const words = sanitizeText(findPageWords(head, failure), maxMessageLength, hide);
    if (words !== '') return words;
  }
  return sanitizeText(decodeReferences(title), maxTitleLength, hide);
}
