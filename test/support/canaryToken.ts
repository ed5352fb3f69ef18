/** Unique, and with characters that the usual encodings change. */
export const canaryToken = 'canary-5d1c+7f/0b&2e=93a4-token';

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Minimum number of consecutive characters of a secret that count as a leak. */
const minLeakLength = 12;

/**
 * The parts of a text that are parts of the canary token, or of the query of an upload URL, in any encoding.
 */
export function leaksIn(text: string, links: Iterable<string> = []): string[] {
  const linkForms = [...links].flatMap((link) => [...secretForms(queryOf(link)), ...base64Forms(link)]);
  const linkParts = new Set(linkForms.flatMap(partsOf));
  const found = new Set<string>();
  for (let at = 0; at + minLeakLength <= text.length; at++) {
    const part = text.slice(at, at + minLeakLength);
    if (tokenParts.has(part) || linkParts.has(part)) found.add(part);
  }
  return [...found];
}

const tokenForms = [...secretForms(canaryToken), ...secretForms(`Bearer ${canaryToken}`)];
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
 * The encodings in which servers repeat a secret. Listed independently of the source, so that the tests do
 * not find only what the source redacts.
 */
export function secretForms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const percent = [encodeURIComponent(secret), encodeURI(secret)];
  const json = JSON.stringify(secret).slice(1, -1);
  const entities = (named: boolean): string =>
    secret.replace(/[&<>"'/+]/g, (sign) =>
      named ? (names[sign] ?? sign) : `&#x${sign.charCodeAt(0).toString(16)};`,
    );
  const forms = [
    ...[secret, ...percent, ...percent.map((text) => text.replace(/%../g, (code) => code.toLowerCase()))],
    ...[json, json.replaceAll('/', '\\/')],
    json.replace(/[&<>='+]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ...[entities(true), entities(false), secret.replaceAll('+', ' ')],
    ...[bytes.toString('base64'), bytes.toString('base64url')],
  ];
  return [...new Set(forms)];
}
