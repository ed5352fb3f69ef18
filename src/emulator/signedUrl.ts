import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether the emulator signed this method and path, and whether the signature has expired. */
export type Verdict = 'valid' | 'expired' | 'mismatch';

/** Signs a URL that allows a PUT of `path` until `expires` (seconds since the epoch). The result is a secret. */
export function signUploadUrl(key: Buffer, origin: string, path: string, expires: number): string {
  const signature = sign(key, 'PUT', path, String(expires));
  return `${origin}${path}?expires=${expires}&signature=${signature}`;
}

/** Checks the signature in a request's `query` (without question mark) against its method and path; `now` in ms. */
export function verifySignature(
  key: Buffer,
  method: string,
  path: string,
  query: string,
  now: number,
): Verdict {
  const given = new URLSearchParams(query);
  const expires = given.get('expires') ?? '';
  const wanted = Buffer.from(sign(key, method, path, expires));
  const actual = Buffer.from(given.get('signature') ?? '');
  if (actual.length !== wanted.length || !timingSafeEqual(actual, wanted)) return 'mismatch';
  return now < Number(expires) * 1000 ? 'valid' : 'expired';
}

function sign(key: Buffer, method: string, path: string, expires: string): string {
  return createHmac('sha256', key).update(`${method}\n${path}\n${expires}`).digest('hex');
}
