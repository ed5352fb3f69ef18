/**
 * An error for the log. The messages of this extension's own errors, which have a `kind`, are made of codes,
 * hosts and file names. Those of others may quote a URL or a header, so of them only name, code and stack stay; each
 * only where it looks like one, since anybody can write anything into them.
 */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  if ('kind' in error) return `${error.name}: ${error.message}`;
  const code = 'code' in error && isCode(error.code) ? ` ${error.code}` : '';
  // The stack begins with the message, of which a line may look like a frame.
  const { message, stack = '' } = error;
  const afterMessage = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = afterMessage.split('\n').filter((line) => /^\s+at /.test(line));
  return [`${isCode(error.name) ? error.name : 'Error'}${code}`, ...frames].join('\n');
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value);
}
