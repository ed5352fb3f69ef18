/**
 * Why a file cannot be opened or read:
 *
 * - `inUse`: another program has it open, and shares it with nobody.
 * - `inUseOrForbidden`: that, or this user may not read it. Windows does not tell which.
 * - `unreadable`: another reason, usually missing permissions.
 */
export type AccessProblem = 'inUse' | 'inUseOrForbidden' | 'unreadable';

/** @param code of the system's error */
export function findAccessProblem(code: string): AccessProblem {
  if (code === 'EBUSY') return 'inUse';
  const isRefusal = code === 'EPERM' || code === 'EACCES';
  return isRefusal && process.platform === 'win32' ? 'inUseOrForbidden' : 'unreadable';
}
