import { escapeInvisible } from '../../client/text/visibleText';

/** Shows invisible characters by their code, and prevents `$(name)` from being read as an icon. */
export function formatName(name: string): string {
  // Longer than for other names, because paths may differ only at their end.
  return escapeInvisible(name, 1000).replace(/\$\(/g, '$\u200b(');
}
