import { hideSecrets, linkWords, secretForms } from '../client/hideSecrets';

/** What follows `://` or `?`, up to what ends a URL in running text or in JSON, where `\"` ends a string too. */
const urls = /:\/\/((?:[^\s"<>`\\]|\\[^\s"])*)/g;
const queries = /\?((?:[^\s"<>`\\]|\\[^\s"])*)/g;

const authorization = /(authorization(?:\\?["'])?[ \t]*[:=][ \t]*(?:\\?["'])?)[^\s"'\\][^\r\n"'\\]*/gi;
// In JSON, a line break before a word looks like a part of it.
const bearer = /(?<=\b|\\[nrt])(bearer[ \t]+)[\w.~+/=-]+/gi;
const basic = /(?<=\b|\\[nrt])(basic[ \t]+)([\w+/-]+=*)/gi;

/** What may be a word of a link, the shortest of which have twelve characters, or what JSON has in front of one. */
const words = /\\[nrt]|[\w.~%+/=-]{12,}/g;

/**
 * The last look at every text that leaves this extension: log, messages, clipboard, exports. What writes a
 * text holds no secret in the first place; this is for what slips through. JSON stays JSON.
 */
export class Redactor {
  #secretForms: readonly string[] = [];
  /** Words of links by owner, such as a launch. */
  readonly #links = new Map<string, Set<string>>();

  /** A token, password or key, for as long as this window lives: who signs out does not make it invalid. */
  addSecret(secret: string): void {
    this.#secretForms = [...new Set([...this.#secretForms, ...secretForms(secret)])];
  }

  /** Signed URLs. What was added for the same owner before stays. */
  addLinks(owner: string, links: Iterable<string>): void {
    const known = this.#links.get(owner) ?? new Set();
    for (const link of links) for (const word of linkWords(link)) known.add(word);
    this.#links.set(owner, known);
  }

  forgetLinks(owner: string): void {
    this.#links.delete(owner);
  }

  /**
   * The text without user info, query and fragment of URLs, values of queries, credentials, and everything
   * that was added. Scheme, host and path of a URL stay.
   */
  text(value: string): string {
    return this.#withoutLinks(withoutCredentials(this.#withoutSecrets(value)));
  }

  /** The text without what was added, and nothing else changed: for exports, where a file may be called `a?b=c`. */
  exact(value: string): string {
    return this.#withoutLinks(this.#withoutSecrets(value));
  }

  #withoutSecrets(text: string): string {
    return hideSecrets(text, this.#secretForms);
  }

  #withoutLinks(text: string): string {
    return this.#links.size === 0 ? text : text.replace(words, (word) => this.#shown(word));
  }

  #shown(word: string): string {
    if (readings(word).some((reading) => this.#isLinkWord(reading))) return '[secret]';
    const parts = word.split('/');
    return parts.map((part) => (this.#isLinkWord(part) ? '[secret]' : part)).join('/');
  }

  #isLinkWord(word: string): boolean {
    for (const known of this.#links.values()) if (known.has(word)) return true;
    return false;
  }
}

function withoutCredentials(text: string): string {
  return text
    .replace(authorization, '$1[secret]')
    .replace(bearer, '$1[secret]')
    .replace(basic, (all, scheme: string, base64: string) => (isUserInfo(base64) ? `${scheme}[secret]` : all))
    .replace(urls, (_, rest: string) => `://${withoutQuery(rest)}`)
    .replace(queries, (all, query: string) => (query.includes('=') ? '?[query]' : all));
}

/** @param rest of a URL, behind its scheme */
function withoutQuery(rest: string): string {
  const [, authority = '', path = '', query = ''] = /^([^/?#\\]*)([^?#]*)(\?[^]?)?/.exec(rest) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // Alone, a question mark ends a question.
  return `${host}${path}${query.length > 1 ? '?[query]' : query}`;
}

/** Whether this is how HTTP writes user and password, and not just a word after “basic”. */
function isUserInfo(base64: string): boolean {
  return Buffer.from(base64, 'base64').includes(':');
}

/** A word may end a sentence, and stand behind `key=`. */
function readings(word: string): string[] {
  const [plain = ''] = /^.*[^.]/.exec(word) ?? [];
  return [plain, plain.slice(plain.indexOf('=') + 1)];
}
