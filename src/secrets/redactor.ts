import type { Identifier } from '../client/core/types';
import { hideCredentials, hideSlips } from '../client/text/credentialPatterns';
import { findSignatureParts } from '../client/text/redactSecrets';
import { blankRanges, findSecrets, formsOf, SecretFinder, toNeedle } from '../client/text/secretFinder';

/** Limit for the remembered parts of upload URLs in a window: the latest are kept, at most twice this number. */
const maxWords = 100_000;

/** Matches characters that do not occur in names and numbers. */
const hasSigns = /[^\p{L}\p{N}\s_.,()/-]/u;

/**
 * Redacts secrets in texts that are shown, logged or stored. There is one method for each kind of text:
 *
 * - `exact` for names and texts composed of them, such as messages and rows: redacts only known secrets that cannot
 *   be a part of a word by chance;
 * - `text` for log lines and reports, which hold no free text of a server: as `exact`, and also what can be there
 *   only by mistake, such as a short secret that cannot be a name or number;
 * - `words` for free text of a server before it is stored: also short secrets, what follows `Bearer` and `Basic`, what
 *   is named as a secret, and the queries of URLs.
 *
 * Data for further use is never redacted: numbers, hashes, times, identifiers and what is sent.
 */
export class Redactor {
  readonly #secrets = new SecretFinder();
  /** Identifiers and names of launches, which may also occur in their upload URLs; in all forms. */
  readonly #shown = new Set<string>();
  #urlParts = new SecretFinder(this.#shown);
  #olderUrlParts = new SecretFinder(this.#shown);

  /** Adds a token, password or key until the window closes, because signing out does not make it invalid. */
  addSecret(secret: string): void {
    this.#secrets.addSecret(secret);
  }

  /**
   * Adds signed URLs by file name until the window closes, because a server may still repeat them after they were
   * used.
   */
  addUploadUrls(uploadUrls: ReadonlyMap<string, string>): void {
    for (const [file, url] of uploadUrls) {
      const names = [file, ...file.split('/')];
      for (const word of findSignatureParts(url)) if (!names.includes(word)) this.#urlParts.addSecret(word);
    }
    if (this.#urlParts.size <= maxWords) return;
    this.#olderUrlParts = this.#urlParts;
    this.#urlParts = new SecretFinder(this.#shown);
  }

  /** Adds identifiers and names of a launch, which stay visible even where they are parts of its upload URLs. */
  allow(words: Iterable<Identifier>): void {
    for (const word of words) for (const form of formsOf(String(word))) this.#shown.add(toNeedle(form));
  }

  /** Redacts known secrets and changes nothing else. */
  exact(text: string): string {
    return blankRanges(text, findSecrets(text, this.#known()));
  }

  /** As `exact`, and also removes user info, queries and fragments of URLs and the credentials of headers. */
  text(line: string): string {
    const slips = [...this.#secrets.short].filter((secret) => hasSigns.test(secret));
    return hideSlips(blankRanges(line, findSecrets(line, this.#known(), slips)));
  }

  /** @param own secrets of the request whose response contains this text */
  words(text: string, own: readonly string[] = []): string {
    const carried = new SecretFinder(this.#shown);
    for (const secret of own) carried.addSecret(secret);
    const finders = [...this.#known(), carried];
    const short = finders.flatMap((finder) => [...finder.short]);
    return hideCredentials(blankRanges(text, findSecrets(text, finders, short)));
  }

  #known(): SecretFinder[] {
    return [this.#secrets, this.#urlParts, this.#olderUrlParts];
  }
}
