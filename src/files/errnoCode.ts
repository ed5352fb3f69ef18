/** The code of an error of the operating system, such as `ENOENT`; `unknown` for anything else. */
export function getErrnoCode(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : 'unknown';
}
