import { STATUS_CODES } from 'node:http';
import { decodeReferences } from '../text/characterReferences';

/** Elements that hold the words of an error page; lists, tables and footers hold what is around them. */
const ofWords = /^(h[1-6]|p|pre)$/;
const ofNothing = /^(script|style|noscript)$/;
/** Elements within a line, which end nothing. */
const inLine = /^(a|abbr|b|br|code|em|font|i|small|span|strong|tt|u)$/;

/**
 * The words of an error page in its headings and paragraphs beyond its status, which is all that the title of many servers
 * repeats (HTTP.sys, Tomcat, Jetty, Apache, Werkzeug). Not redacted; empty if it says nothing more.
 * @param html its beginning, in which elements may be left open
 */
export function findPageWords(html: string, status: number): string {
  const lines = readLines(html).filter((line) => !repeatsStatus(line, status));
  // Tomcat labels its paragraphs, of which the others are the same for every error.
  const labelled = lines.map((line) => /^Message:? (.+)/.exec(line)?.[1]).find(Boolean);
  return labelled ?? [...new Set(lines)].join('. ').replace(/([.!?:])\. /g, '$1 ');
}

/** Whether a text says no more than the status: its number, its name, and words such as error. */
export function repeatsStatus(text: string, status: number): boolean {
  const name = STATUS_CODES[status] ?? '';
  return !/\p{L}/u.test(
    text
      .toLowerCase()
      .replace(name.toLowerCase(), '')
      .replace(/\b(http|error|status|code|bad message)\b/g, ''),
  );
}

function readLines(html: string): string[] {
  const lines: string[] = [];
  let open = '';
  let passedOver = '';
  const withoutComments = html.split('-->').map((part) => part.split('<!--')[0]);
  for (const [, slash, tag = '', text = ''] of withoutComments
    .join('')
    .matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^<>]*>([^<]*)/gi)) {
    const name = tag.toLowerCase();
    if (passedOver !== '') {
      if (slash === '/' && name === passedOver) passedOver = '';
    } else if (inLine.test(name)) {
      // Behind the first line of a program's output there may be its trace.
      if (name === 'br' && open === 'pre') open = '';
      if (open !== '') lines.push(`${lines.pop() ?? ''}${name === 'br' ? ' ' : ''}${text}`);
    } else {
      if (slash === '' && ofNothing.test(name)) passedOver = name;
      open = slash === '' && ofWords.test(name) ? name : '';
      if (open !== '') lines.push(text);
    }
  }
  return lines.map((line) => decodeReferences(line).replace(/\s+/g, ' ').trim());
}
