/**
 * The code of a failure of the system, such as `ENOENT`; `unknown` for other errors. VS Code calls most of them
 * `Unknown`, and leaves the code in front of the system's words: `Error: ENOSPC: no space left on device, write`.
 */
export function getErrnoCode(error: unknown): string {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const [, wrapped] = code === 'Unknown' ? (/\b(E[A-Z]{3,12}): /.exec(String(message)) ?? []) : [];
  return wrapped ?? (typeof code === 'string' ? code : 'unknown');
}
