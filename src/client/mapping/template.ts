import { JsonNumber } from '../core/exactJson';
import type { Identifier, ModelFile } from '../core/types';

export type Json =
  string | number | bigint | JsonNumber | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface TemplateData {
  /** Placeholder without braces to its value. Placeholders without a value are left as they are. */
  readonly values: Values;
  /** Files for the arrays that are repeated; absent inside such an array. */
  readonly files?: readonly ModelFile[] | undefined;
}

export type TemplateValue = Identifier | JsonNumber;

type Values = Pick<ReadonlyMap<string, TemplateValue | undefined>, 'get'>;

/** A placeholder as it is used in a template. */
export interface PlaceholderUse {
  /** Without braces; undefined for a brace that does not begin a placeholder. */
  readonly placeholder: string | undefined;
  /** Whether it stands in an array that is repeated for each file. */
  readonly perFile: boolean;
}

/** An escaped brace, a placeholder, or a stray brace. */
const braces = /\{\{|\{([^{}]*)\}|\{/g;

/**
 * A copy of `template` with placeholders replaced by values. A string that is exactly one placeholder, such as
 * `{name}`, becomes its value with the value's own type; inside a longer string, the value is inserted as text. `{{`
 * is a literal brace. An array whose only element uses `{file.name}` or `{file.size}` (bytes) is repeated for each
 * file.
 */
export function fillTemplate(template: Json, filling: TemplateData): Json {
  const { values, files } = filling;
  if (typeof template === 'string') return fillText(template, values);
  if (template === null || typeof template !== 'object' || template instanceof JsonNumber) return template;
  if (!isArray(template)) {
    const filled = Object.entries(template).map(([key, item]) => [key, fillTemplate(item, filling)]);
    return Object.fromEntries(filled) as Json;
  }
  const repeated = files === undefined ? undefined : getRepeatedElement(template);
  if (files === undefined || repeated === undefined) {
    return template.map((item) => fillTemplate(item, filling));
  }
  return files.map((file) => fillTemplate(repeated, { values: withFile(values, file) }));
}

/** Every placeholder of a template, in order. */
export function findPlaceholders(template: Json): PlaceholderUse[] {
  if (typeof template === 'string') return findPlaceholdersInText(template);
  if (template === null || typeof template !== 'object') return [];
  const found = Object.values(template).flatMap((item: Json) => findPlaceholders(item));
  const isRepeated = isArray(template) && template.length === 1 && usesFile(found);
  return isRepeated ? found.map((use) => ({ ...use, perFile: true })) : found;
}

function fillText(text: string, values: Values): TemplateValue {
  const whole = values.get(/^\{([^{}]*)\}$/.exec(text)?.[1] ?? '');
  if (whole !== undefined) return whole;
  return text.replace(braces, (found, placeholder?: string) =>
    found === '{{' ? '{' : String(values.get(placeholder ?? '') ?? found),
  );
}

function findPlaceholdersInText(text: string): PlaceholderUse[] {
  const found = [...text.matchAll(braces)].filter(([all]) => all !== '{{');
  return found.map(([, placeholder]) => ({ placeholder, perFile: false }));
}

/** The element that is repeated for each file, if the array has one. */
function getRepeatedElement(array: readonly Json[]): Json | undefined {
  const [only, another] = array;
  if (only === undefined || another !== undefined) return undefined;
  return usesFile(findPlaceholders(only)) ? only : undefined;
}

function usesFile(uses: readonly PlaceholderUse[]): boolean {
  return uses.some(({ placeholder }) => placeholder?.startsWith('file.'));
}

function withFile(values: Values, file: ModelFile): Values {
  return {
    get: (placeholder) => {
      if (placeholder === 'file.name') return file.name;
      return placeholder === 'file.size' ? file.size : values.get(placeholder);
    },
  };
}

// Array.isArray does not narrow a readonly array out of a union.
function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
