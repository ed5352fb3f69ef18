import type { Fields } from './types';
import { visibleText } from './visibleText';

const nameFields = ['name', 'display_name', 'displayName', 'title', 'label', 'project_name', 'model_name'];

/**
 * The first usual name field that holds text, fit to be shown to people. The interface document shows none
 * (section 2).
 */
export function displayName(fields: Fields): string | undefined {
  const names = nameFields.filter((field) => Object.hasOwn(fields, field)).map((field) => fields[field]);
  const name = names.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return name === undefined ? undefined : visibleText(name);
}
