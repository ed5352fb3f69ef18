import type { Fields } from './types';

const nameFields = ['name', 'display_name', 'displayName', 'title', 'label', 'project_name', 'model_name'];

/** The first usual name field that holds text. The interface document shows none (section 2). */
export function displayName(fields: Fields): string | undefined {
  const names = nameFields.filter((field) => Object.hasOwn(fields, field)).map((field) => fields[field]);
  return names.find((name): name is string => typeof name === 'string' && name.trim() !== '');
}
