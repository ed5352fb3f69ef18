import { secretForms } from '../../src/client/hideSecrets';

/** Stands nowhere else, and holds what the usual encodings change. */
export const canaryToken = 'canary-5d1c+7f/0b&2e=93a4-token';

/** So many characters of a secret in a row are a leak. */
const telling = 12;

/** The parts of a text that are parts of the canary token, or of the query of a link, in any of their forms. */
export function leaksIn(text: string, links: Iterable<string> = []): string[] {
  const linkForms = [...links].flatMap((link) => [...secretForms(queryOf(link)), ...base64Forms(link)]);
  const linkParts = new Set(linkForms.flatMap(partsOf));
  const found = new Set<string>();
  for (let at = 0; at + telling <= text.length; at++) {
    const part = text.slice(at, at + telling);
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
  const count = Math.max(0, secret.length - telling + 1);
  return Array.from({ length: count }, (_, at) => secret.slice(at, at + telling));
}
