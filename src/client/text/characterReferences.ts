const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
};

/** Replaces the usual character references of XML and HTML, such as `&amp;` and `&#8211;`. */
export function decodeReferences(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,5});/gi, (reference, name: string) => {
    if (!name.startsWith('#')) return namedCharacters[name.toLowerCase()] ?? reference;
    const codePoint = Number(`0${name.slice(1)}`);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : reference;
  });
}
