/** Why a text cannot be the address of a service. */
export type BaseUrlProblem = 'notAUrl' | 'scheme' | 'credentials' | 'query' | 'fragment';

/** @returns the address, or what is wrong with it. Never echoes the text, which may hold a password. */
export function parseBaseUrl(text: string): URL | BaseUrlProblem {
  if (!URL.canParse(text)) return 'notAUrl';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (text.includes('?')) return 'query';
  if (text.includes('#')) return 'fragment';
  return url;
}
