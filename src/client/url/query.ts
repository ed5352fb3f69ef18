/**
 * The decoded parameters of a query, with or without its question mark, as `URLSearchParams` has them. Upload URLs come
 * in thousands, and nearly all of their parameters need no decoding, which takes most of the time.
 */
export function listParameters(query: string): (readonly [name: string, value: string])[] {
  const text = query.startsWith('?') ? query.slice(1) : query;
  const parameters: (readonly [string, string])[] = [];
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    if (part.includes('%') || part.includes('+')) parameters.push(...new URLSearchParams(part));
    else if (at >= 0) parameters.push([part.slice(0, at), part.slice(at + 1)]);
    else if (part !== '') parameters.push([part, '']);
  }
  return parameters;
}

/** Whether the name of a parameter may be written in another way than it is meant. */
export function hasEncodedKey(query: string): boolean {
  return query.includes('%') && /[?&][^=&]*%/.test(query);
}

/** The decoded values alone. */
export function listQueryValues(query: string): readonly string[] {
  if (query.includes('%') || query.includes('+')) return listParameters(query).map(([, value]) => value);
  const parts = (query.startsWith('?') ? query.slice(1) : query).split('&');
  return parts.map((part) => (part.includes('=') ? part.slice(part.indexOf('=') + 1) : ''));
}
