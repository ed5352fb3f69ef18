import { extensionPrefix, settings } from '../../src/contributions';
import { contributedSettings, readTexts } from '../support/manifest';

/**
 * The JSON schema of the files of services: that of an entry of the setting for environments, with a name. The editor
 * completes with it, in each language from a file of its own.
 * @param texts the texts of package.json by their keys
 */
export function formatServiceSchema(texts: Readonly<Record<string, string>>): string {
  const entry = contributedSettings[settings.environments]?.additionalProperties;
  const definitions: Record<string, unknown> = {};
  const translate = (text: string) =>
    // Settings are named there in a form that only the editor of settings makes links of.
    text
      .replace(/^%(.+)%$/, (whole, key: string) => texts[key] ?? whole)
      .replace(/#simulationService\.([\w.]+)#/g, '$1');
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return translate(value);
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, child]) => {
        if (ofSettingsOnly.includes(key)) return [];
        return key === '$ref' ? [['$ref', refer(String(child))]] : [[key, convert(child)]];
      }),
    );
  };
  const refer = (reference: string) => {
    const [setting = '', ...parts] = reference.replace('#/properties/', '').split('/');
    const name = setting.slice(extensionPrefix.length + 1);
    if (!(name in definitions)) {
      definitions[name] = {};
      definitions[name] = convert(contributedSettings[setting]);
    }
    return ['#/definitions', name, ...parts].join('/');
  };
  const converted = convert(entry) as { readonly properties: object };
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...converted,
    required: ['name', 'baseUrl'],
    properties: {
      $schema: { type: 'string' },
      name: {
        type: 'string',
        pattern: '\\S',
        maxLength: 100,
        patternErrorMessage: texts['setting.environments.names'],
      },
      ...converted.properties,
    },
    defaultSnippets: [
      {
        label: texts['setting.environments.entry'],
        body: { name: '${1:simulation}', baseUrl: 'https://${2:simulation.example.com}' },
      },
    ],
    definitions,
  };
  return `${collapseArrays(JSON.stringify(schema, undefined, 2))}\n`;
}

/** The schemas of all languages, by the names of their files. */
export const serviceSchemas: Readonly<Record<string, () => string>> = {
  'media/service.schema.json': () => formatServiceSchema(readTexts('package.nls.json')),
  'media/service.schema.de.json': () => formatServiceSchema(readTexts('package.nls.de.json')),
};

/** Keywords that mean something only for settings. */
const ofSettingsOnly = ['scope', 'order', 'tags'];

/** Longest line of the formatted sources; characters. */
const maxLineLength = 110;

/** Writes short lists without objects on one line, as the formatter of the sources does. */
function collapseArrays(json: string): string {
  const value = String.raw`(?:"(?:[^"\\]|\\.)*"|[\d.]+|true|false|null)`;
  const list = new RegExp(String.raw`^(.*)\[\n((?: *${value},?\n)+) *\](,?)$`, 'gm');
  return json.replace(list, (whole, before: string, inner: string, after: string) => {
    const line = `${before}[${inner.replace(/\n\s*/g, ' ').trim()}]${after}`;
    return line.length > maxLineLength ? whole : line;
  });
}
