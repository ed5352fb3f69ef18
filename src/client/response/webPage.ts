import { decodeReferences } from '../text/characterReferences';
import { sanitizeText } from '../text/sanitizeText';

/** Limit for the part of a page in which its title is looked for; bytes. */
const maxHeadBytes = 65_536;

/** Limit for a title; characters. */
const maxTitleLength = 100;

/** Whether a response is an HTML page. @param beginning of its body, which counts too: a page may lack its label */
export function isWebPage(contentType: string, beginning = ''): boolean {
  if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)) return true;
  return /^\s{0,100}<(!doctype )?html\b/i.test(beginning);
}

/**
 * The title of an HTML page as one line of plain text, at most 100 characters; empty when it has none or cannot be
 * read.
 * @param hide redacts secrets of the request, which a page may repeat
 */
export function parsePageTitle(body: Buffer, hide: (text: string) => string): string {
  const head = body.toString('utf8', 0, maxHeadBytes);
  const title = /<title\b[^<>]*>([^<]*)/i.exec(head)?.[1] ?? '';
  return sanitizeText(decodeReferences(title), maxTitleLength, hide);
}
