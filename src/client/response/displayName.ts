import type { Fields } from '../core/types';
import { escapeInvisible } from '../text/visibleText';

const nameFields = ['name', 'display_name', 'displayName', 'title', 'label', 'project_name', 'model_name'];

/**
 * The first usual name field that contains text, escaped for display. The interface specifies none
 * (src/client/README.md, Unspecified).
 */
export function getDisplayName(fields: Fields): string | undefined {
  for (const field of nameFields) {
    const name = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (typeof name === 'string' && name.trim() !== '') return escapeInvisible(name);
  }
  return undefined;
}
