import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';

/** A category of settings, as the settings editor shows them. */
interface Category<Setting> {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting & { readonly order: number }>>;
}

/** The categories of settings in package.json, in the order of that file. */
export function settingCategories<Setting>(): readonly Category<Setting>[] {
  const text = readFileSync(path.join(repositoryRoot(), 'package.json'), 'utf8');
  const { contributes } = JSON.parse(text) as {
    readonly contributes: { readonly configuration: readonly Category<Setting>[] };
  };
  return contributes.configuration;
}

/** The settings in package.json by name, of all categories: VS Code merges them into one schema. */
export function contributedSettings<Setting>(): Readonly<Record<string, Setting>> {
  return Object.assign({}, ...settingCategories<Setting>().map(({ properties }) => properties)) as Readonly<
    Record<string, Setting>
  >;
}
