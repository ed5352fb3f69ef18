/** The parts of the built program that are loaded when a window opens, given its files by name. */
export function loadedAtOnce(parts: ReadonlyMap<string, string>): { files: string[]; bytes: number } {
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const atOnce = (parts.get(name) ?? '').matchAll(/(?:from|import) ?"\.\/([^"]+)"/g);
    for (const [, next = ''] of atOnce) load(next);
  };
  load('extension.mjs');
  const files = [...loaded];
  return { files, bytes: files.reduce((sum, name) => sum + Buffer.byteLength(parts.get(name) ?? ''), 0) };
}
