import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/testDataFolder';

/** What tests look at in package.json. */
interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly activationEvents: readonly string[];
  readonly capabilities: Readonly<Record<string, Capability>>;
  readonly contributes: {
    readonly configuration: readonly SettingCategory[];
    readonly viewsContainers: { readonly activitybar: readonly { readonly id: string }[] };
    readonly views: Readonly<Record<string, readonly View[]>>;
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly command: string; readonly when: string }[];
    readonly languageModelTools: readonly { readonly name: string }[];
    readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly WalkthroughStep[] }[];
    readonly taskDefinitions: readonly TaskDefinition[];
    readonly problemMatchers: readonly {
      readonly name: string;
      readonly fileLocation: readonly string[];
      readonly pattern: { readonly regexp: string };
    }[];
  };
}

interface Capability {
  readonly supported: boolean | 'limited';
  readonly description: string;
  readonly restrictedConfigurations?: readonly string[];
}

/** A category of settings, as the settings editor shows them. */
interface SettingCategory {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting>>;
}

/** A setting, or a part of its schema. */
export interface Setting {
  readonly $ref?: string;
  readonly type: string | readonly string[];
  readonly scope?: string;
  readonly order: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly examples?: readonly string[];
  readonly defaultSnippets?: readonly { readonly body: unknown }[];
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly additionalProperties?: Setting;
}

interface View {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
}

interface WalkthroughStep {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface TaskDefinition {
  readonly type: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(repositoryRoot(), file), 'utf8'));

export const manifest = readJson('package.json') as Manifest;

/** By which VS Code knows the extension. */
export const extensionId = `${manifest.publisher}.${manifest.name}`;

/** The texts of the manifest in a language, by their keys. */
export const readTexts = (file: string) => readJson(file) as Readonly<Record<string, string>>;

/** The texts of the manifest by their keys. */
export const manifestTexts = readTexts('package.nls.json');

/** The settings in package.json by name, of all categories: VS Code merges them into one schema. */
export const contributedSettings = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
) as Readonly<Record<string, Setting>>;
