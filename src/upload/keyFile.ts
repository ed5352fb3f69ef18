/** Tells private keys from decks of LS-DYNA, whose files have the same extension. */

import { lsDyna } from '../deck/formats/lsDyna';

/** Limit for the beginning of a file by which a deck is told from a private key; bytes. */
export const maxKeyHeadBytes = 64 * 1024;

/** The extension of private keys, and of the decks of LS-DYNA. */
const keyName = /\.key$/i;

/** Matches what a private key of OpenSSL, OpenSSH, PGP or SSH2 begins with, or one of PuTTY. */
const privateKey = /-----? ?BEGIN [\w ]*PRIVATE KEY|^PuTTY-User-Key-File-/im;

/** The mark of UTF-8, read byte by byte. */
const byteOrderMark = /^\u00ef\u00bb\u00bf/;

/** Whether the name of a file may be that of a private key as well as that of a deck. */
export function mayBeKeyOrDeck(file: string): boolean {
  return keyName.test(file);
}

/**
 * Whether a file with such a name is a deck. In doubt, it is none: a private key also comes in binary forms, and in texts
 * that say nothing.
 * @param head up to {@link maxKeyHeadBytes} from its beginning
 */
export function isDeckHead(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  const text = Buffer.from(head).toString('latin1').replace(byteOrderMark, '');
  return !privateKey.test(text) && lsDyna.recognise(text, '.key') !== undefined;
}
