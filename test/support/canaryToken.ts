/** Unique, and with characters that the usual encodings change. */
export const canaryToken = 'canary-5d1c+7f/0b&2e=93a4-token';

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Minimum number of consecutive characters of a secret that count as a leak. */
const minLeakLength = 12;

/**
 * The parts of a text that are parts of the canary token, or of the query of an upload URL, in any encoding.
 */
export function leaksIn(text: string, links: Iterable<string> = []): string[] {
  const linkForms = [...links].flatMap((link) => [
    ...Object.values(secretForms(queryOf(link))),
    ...base64Forms(link),
  ]);
  const linkParts = new Set(linkForms.flatMap(partsOf));
  const found = new Set<string>();
  for (let at = 0; at + minLeakLength <= text.length; at++) {
    const part = text.slice(at, at + minLeakLength);
    if (tokenParts.has(part) || linkParts.has(part)) found.add(part);
  }
  return [...found];
}

const tokenForms = [canaryToken, `Bearer ${canaryToken}`].flatMap((text) => Object.values(secretForms(text)));
const tokenParts = new Set(tokenForms.flatMap(partsOf));

export function queryOf(link: string): string {
  return link.slice(link.indexOf('?') + 1);
}

function base64Forms(text: string): string[] {
  return (['base64', 'base64url'] as const).map((encoding) => Buffer.from(text).toString(encoding));
}

function partsOf(secret: string): string[] {
  const count = Math.max(0, secret.length - minLeakLength + 1);
  return Array.from({ length: count }, (_, at) => secret.slice(at, at + minLeakLength));
}

/**
 * The forms in which servers repeat a secret, by their names. Listed independently of the source, so that the tests do
 * not find only what the source redacts.
 */
export function secretForms(secret: string): Record<string, string> {
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const hex = Buffer.from(secret).toString('hex');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return {
    'as it is': secret,
    'with spaces for plus signs': secret.replaceAll('+', ' '),
    'in percent-encoding': percent,
    'in percent-encoding with small letters': percent.replace(/%../g, (code) => code.toLowerCase()),
    'in percent-encoding of a whole URL': encodeURI(secret),
    'in percent-encoding twice': encodeURIComponent(percent),
    'in JSON': json,
    'in JSON with escaped slashes': json.replaceAll('/', '\\/'),
    'in JSON with codes': json.replace(/[&<>='+]/g, codeUnit),
    'in JSON with codes, in JSON': JSON.stringify(json.replace(/[&<>='+]/g, codeUnit)).slice(1, -1),
    'in XML': secret.replace(/[&<>"]/g, (sign) => names[sign] ?? sign),
    'in HTML': secret.replace(/[&<>"'/+=-]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`),
    'in base64': base64(secret),
    'in base64 behind one byte': base64(`u${secret}`),
    'in base64 behind two bytes': base64(`us${secret}`),
    'in base64url': Buffer.from(secret).toString('base64url'),
    'in hexadecimal': hex,
    'in hexadecimal with capitals': hex.toUpperCase(),
    'in hexadecimal with blanks': hex.replace(/..(?!$)/g, '$& '),
    'in hexadecimal with colons': hex.replace(/..(?!$)/g, '$&:'),
  };
}

/**
 * The forms of {@link secretForms} in a text that is wrapped at a column: their first part is the end of a line. Where
 * blanks are characters of the form, others cannot be told from them.
 */
export function wrappedForms(secret: string, columns: 64 | 76): Record<string, string> {
  const lineEnd = columns === 76 ? '\r\n' : '\n';
  const firstPart = 7;
  const wrap = (form: string) =>
    [
      form.slice(0, firstPart),
      ...(form.slice(firstPart).match(new RegExp(`[^]{1,${columns}}`, 'g')) ?? []),
    ].join(lineEnd);
  const { 'with spaces for plus signs': _, ...forms } = secretForms(secret);
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [`${name}, wrapped at ${columns}`, wrap(form)]),
  );
}

function codeUnit(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
