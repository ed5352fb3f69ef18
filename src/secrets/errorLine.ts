/**
 * Formats an error for the log. Messages of this extension's own errors, which have a `kind`, consist of codes,
 * hosts and file names. Those of other errors may quote a URL or a header, so only their name, code and stack are
 * kept, and each only if it has the expected form, because these properties may contain anything.
 */
export function formatErrorLine(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  if ('kind' in error) return `${error.name}: ${error.message}`;
  const code = 'code' in error && isCode(error.code) ? ` ${error.code}` : '';
  // The stack begins with the message, which may contain a line that looks like a frame.
  const { message, stack = '' } = error;
  const afterMessage = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const frames = afterMessage.split('\n').filter((line) => /^\s+at /.test(line));
  return [`${isCode(error.name) ? error.name : 'Error'}${code}`, ...frames].join('\n');
}

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value);
}
