/** A text with its escapes decoded, and the position in the original text of each of its characters. */
export interface Reading {
  readonly text: string;
  /** For each character, and for the end, its position in the original text. Absent for that text itself. */
  readonly origins?: Uint32Array;
}

/** Maximum number of decodings: a server may quote JSON within JSON within XML. */
const maxReadings = 6;

/**
 * A text as received, and decoded step by step until no escapes are left: percent-encoding, JSON, JavaScript, XML
 * and HTML. Each percent-encoded byte becomes one character, as in Latin-1.
 */
export function readingsOf(text: string): Reading[] {
  const readings: Reading[] = [{ text }];
  for (let last: Reading | undefined = readings[0]; last !== undefined && readings.length <= maxReadings;) {
    last = unescapeOnce(last);
    if (last !== undefined) readings.push(last);
  }
  return readings;
}

export function unescapeFully(text: string): string {
  return readingsOf(text).at(-1)?.text ?? text;
}

const escapes =
  /%u(?<legacy>[\da-f]{4})|%(?<byte>[\da-f]{2})|\\u(?<unit>[\da-f]{4})|\\u\{0*(?<point>[\da-f]{1,6})\}|\\x(?<hex>[\da-f]{2})|\\(?<letter>["'\\/bfnrt])|&#x0*(?<entityHex>[\da-f]{1,6});?|&#0*(?<entity>\d{1,7});?|&(?<name>[a-z]{2,6}\d?);/gi;

function unescapeOnce({ text, origins }: Reading): Reading | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  const originOf = (at: number): number => origins?.[at] ?? at;
  const pieces: string[] = [];
  const places = new Uint32Array(text.length + 1);
  let size = 0;
  let from = 0;
  const keepUpTo = (end: number) => {
    pieces.push(text.slice(from, end));
    for (let at = from; at < end; at++) places[size++] = originOf(at);
  };
  for (const match of text.matchAll(escapes)) {
    const decoded = characterOf(match.groups ?? {});
    if (decoded === undefined) continue;
    keepUpTo(match.index);
    pieces.push(decoded);
    for (let unit = 0; unit < decoded.length; unit++) places[size++] = originOf(match.index);
    from = match.index + match[0].length;
  }
  if (from === 0) return undefined;
  keepUpTo(text.length);
  places[size] = originOf(text.length);
  return { text: pieces.join(''), origins: places.subarray(0, size + 1) };
}

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

type Groups = Readonly<Record<string, string | undefined>>;

function characterOf({ legacy, byte, unit, point, hex, letter, entityHex, entity, name }: Groups) {
  const code = legacy ?? byte ?? unit ?? point ?? hex ?? entityHex;
  if (code !== undefined) return decodeCodePoint(Number.parseInt(code, 16));
  if (entity !== undefined) return decodeCodePoint(Number(entity));
  if (letter !== undefined) return letters[letter] ?? letter;
  return name === undefined ? undefined : (entities ??= listEntities()).get(name);
}

function decodeCodePoint(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/**
 * HTML entity names of the characters that a password or key may contain: symbols, and the Latin-1 letters from 160
 * on in order.
 */
const signs =
  'amp& lt< gt> quot" apos\' num# excl! dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} euro€';
const latinLetters =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Made with the first entity that is decoded, because most windows decode none. */
let entities: ReadonlyMap<string, string> | undefined;

function listEntities(): ReadonlyMap<string, string> {
  return new Map([
    ...signs.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
    ...latinLetters.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ]);
}
