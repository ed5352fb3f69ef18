import { escapeInvisible } from '../client/text/visibleText';

/** Limit for a text in a result; characters. */
const maxTextLength = 200;

/** A scheme with what follows it. */
const link = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]*/gi;

/** A host with its port or a path, and one that is only written like an address. */
const address =
  /\b(?:www\.[^\s"'<>]+|(?:[\w-]+\.)+[\w-]+:\d{1,5}\b[^\s"'<>]*|(?:\d{1,3}\.){3}\d{1,3}\b[^\s"'<>]*)/gi;

/** A path whose slashes are escaped, or that begins with a variable. */
const writtenPath = /[^\s"'<>]*%(?:2f|5c)[^\s"'<>]*|[$%]\{?\w+[}%]?[\\/][^\s"'<>]*/gi;

/** An absolute path in quotation marks, which may have blanks. */
const quotedPath = /(?<=[“„"])(?:~?[\\/]|[a-z]:)[^“”"]*(?=[“”"])/gi;

/** A path that begins at the root, at a drive or at the folder of a user. */
const absolutePath =
  /(?<![\w.~/\\-])(?:~?\/[^\s"'<>:]+(?:\/[^\s"'<>:]*)*|[a-z]:[\\/][^\s"'<>]*|\\\\[^\s"'<>]+)/gi;

/**
 * A text for an agent: one line, short, with invisible characters shown by their code, and without links and absolute
 * paths, which an agent might follow.
 * @param text without secrets
 */
export function toAgentText(text: string): string {
  const safe = text
    .replace(link, '(link)')
    .replace(address, '(link)')
    .replace(quotedPath, '(path)')
    .replace(writtenPath, '(path)')
    .replace(absolutePath, '(path)');
  return escapeInvisible(safe, maxTextLength);
}

/** The relative name of a file. An absolute path becomes `(path)`. A name with a link is treated like any text. */
export function toAgentName(name: string): string {
  if (/^(?:~?[\\/]|[a-z]:)/i.test(name)) return '(path)';
  return name.includes('://') ? toAgentText(name) : escapeInvisible(name, maxTextLength);
}

/** A value that an agent or a file has given. A value that begins like an absolute path becomes `(path)`. */
export function toAgentValue(value: string): string {
  return /^(?:~?[\\/]|[a-z]:[\\/])/i.test(value) ? '(path)' : toAgentText(value);
}

/** An identifier as it is, or nothing if a text for an agent cannot hold it. */
export function toAgentId(id: string | number | bigint | undefined): string | undefined {
  const text = id === undefined ? undefined : String(id);
  return text !== undefined && toAgentText(text) === text ? text : undefined;
}
