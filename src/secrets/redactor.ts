import { hideCredentials, hideSlips } from '../client/text/credentialPatterns';
import { signatureParts } from '../client/text/redactSecrets';
import { readingsOf } from '../client/text/readings';
import type { Identifier } from '../client/core/types';
import { blanked, folded, SecretFinder } from '../client/text/secretFinder';

/**
 * The words of the links of a window: as many are remembered, and at most twice as many, those of the last launches.
 */
const maxWords = 100_000;

/** Characters that names and numbers have none of. */
const hasSigns = /[^\p{L}\p{N}\s_.,()/-]/u;

/**
 * Takes secrets out of texts that are shown, logged or kept. There is one way for each kind of text:
 *
 * - `exact` for names and for what is put together of them, such as messages and rows: nothing goes but known secrets
 *   that are no part of a word by chance;
 * - `text` for lines of the log and reports, which hold no free text of a server: as `exact`, and what only a slip can
 *   have brought there, such as a short secret that can be no name and no number;
 * - `words` for the free text of a server, before it is kept: also short secrets, and what looks like a credential.
 *
 * Data that is used goes through none of them: numbers, hashes, times, identifiers and what is sent.
 */
export class Redactor {
  readonly #secrets = new SecretFinder();
  /** Identifiers and names of launches, which may stand in their links too. Folded. */
  readonly #shown = new Set<string>();
  #links = new SecretFinder(this.#shown);
  #olderLinks = new SecretFinder(this.#shown);

  /** A token, password or key, for as long as this window lives: who signs out does not make it invalid. */
  addSecret(secret: string): void {
    this.#secrets.addSecret(secret);
  }

  /**
   * Signed URLs by the name of their file, for as long as this window lives: a server may still repeat them when
   * nothing is sent to them any more.
   */
  addLinks(links: ReadonlyMap<string, string>): void {
    for (const [file, link] of links) {
      const names = [file, ...file.split('/')];
      for (const word of signatureParts(link)) if (!names.includes(word)) this.#links.addWord(word);
    }
    if (this.#links.size <= maxWords) return;
    this.#olderLinks = this.#links;
    this.#links = new SecretFinder(this.#shown);
  }

  /** Identifiers and names of a launch. They are no secrets, even where they are parts of its links. */
  addShown(words: Iterable<Identifier>): void {
    for (const word of words) this.#shown.add(folded(String(word)));
  }

  /** The text without known secrets, and nothing else changed. */
  exact(text: string): string {
    const readings = readingsOf(text);
    const known = [this.#secrets, this.#links, this.#olderLinks];
    return blanked(
      text,
      known.flatMap((finder) => finder.distinctiveIn(readings)),
    );
  }

  /** As `exact`, also without user info, queries and fragments of URLs and without the credentials of headers. */
  text(line: string): string {
    const slips = this.#secrets.shortIn(readingsOf(line), (secret) => hasSigns.test(secret));
    return hideSlips(this.exact(blanked(line, slips)));
  }

  /** @param own what the request carried that is answered with these words */
  words(text: string, own: readonly string[] = []): string {
    const carried = new SecretFinder(this.#shown);
    for (const secret of own) carried.addSecret(secret);
    const readings = readingsOf(text);
    const known = [this.#secrets, this.#links, this.#olderLinks, carried];
    const ranges = known.flatMap((finder) => [
      ...finder.distinctiveIn(readings),
      ...finder.shortIn(readings),
    ]);
    return hideCredentials(blanked(text, ranges), (word) => this.#shown.has(folded(word)));
  }
}
