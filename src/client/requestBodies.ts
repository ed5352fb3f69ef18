import type { ModelFile } from './types';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The bodies of the creating requests. The interface document does not show their fields (section 4, gaps),
 * so they are data in one place.
 */
export const requestBodies = {
  createProject: { name: '{name}' },
  createModel: { name: '{name}', files: [{ name: '{file.name}', size: '{file.size}' }] },
  createSimulation: { project_id: '{project_id}', model_id: '{model_id}' },
} as const satisfies Record<string, Json>;

export interface TemplateValues {
  /** Placeholder without braces to its value. */
  readonly values: ReadonlyMap<string, Json>;
  /** For the arrays that are repeated; inside such an array there are none to repeat. */
  readonly files?: readonly ModelFile[];
}

/**
 * A copy of `template` in which each string that is exactly one known placeholder, such as `{name}`, is
 * replaced by its value in the value's own type. An array whose only element uses `{file.name}` or
 * `{file.size}` (bytes) is repeated for each file.
 */
export function fillTemplate(template: Json, filling: TemplateValues): Json {
  const { values, files } = filling;
  if (typeof template === 'string') return values.get(placeholder(template) ?? '') ?? template;
  if (template === null || typeof template !== 'object') return template;
  if (!isArray(template)) {
    const filled = Object.entries(template).map(([key, item]) => [key, fillTemplate(item, filling)]);
    return Object.fromEntries(filled) as Json;
  }
  const [only] = template;
  if (files === undefined || only === undefined || template.length > 1 || !usesFile(only)) {
    return template.map((item) => fillTemplate(item, filling));
  }
  return files.map((file) => fillTemplate(only, { values: withFile(values, file) }));
}

function placeholder(text: string): string | undefined {
  return /^\{([\w.]+)\}$/.exec(text)?.[1];
}

function usesFile(template: Json): boolean {
  if (typeof template === 'string') return placeholder(template)?.startsWith('file.') ?? false;
  if (template === null || typeof template !== 'object') return false;
  return Object.values(template).some(usesFile);
}

function withFile(values: ReadonlyMap<string, Json>, file: ModelFile): ReadonlyMap<string, Json> {
  return new Map([...values, ['file.name', file.name], ['file.size', file.size]]);
}

// Array.isArray does not narrow a readonly array out of a union.
function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
