import * as vscode from 'vscode';
import { type Authentication, isApiKeyHeaderAllowed, toAuthentication } from '../client/authentication';
import type { VariantName } from '../client/core/apiVariant';
import { isObject } from '../client/core/json';
import type { RawMapping } from '../client/mapping/serviceMapping';
import { extensionPrefix, settings as keys } from '../contributions';
import type { NetworkSettings } from '../platform/routing';
import { parseText, parseTexts, type Setting, settingTable as table } from '../settingTable';
import type { ExcludePattern } from '../upload/excludePatterns';
import { bytesPerMegabit } from '../upload/uploadLimit';
import { type DefinedEnvironment, parseEnvironments } from './environments';
import { NotConnectedError, SettingError } from './errors';
import { joinExclude } from './excludeSetting';
import { type Pages, parsePages } from './pages';

/** The only reader and writer of configuration. */
export class Settings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #networkChanged = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  /** The values read since the last change, because VS Code takes up to half a millisecond to read one. */
  readonly #known = new Map<string, unknown>();

  /** Fires when the service's address, variant, mapping or authentication has changed. */
  readonly onDidChangeService = this.#changed.event;
  /** Fires when a setting of VS Code for proxies or certificates has changed. */
  readonly onDidChangeNetwork = this.#networkChanged.event;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      this.#known.clear();
      if (serviceKeys.some((key) => event.affectsConfiguration(key))) this.#changed.fire();
      if (networkKeys.some((key) => event.affectsConfiguration(key))) this.#networkChanged.fire();
    });
  }

  /** As the user wrote it, without surrounding spaces; empty when not set. */
  get baseUrl(): string {
    return this.#read(table.baseUrl).trim();
  }

  get variant(): VariantName {
    return this.#read(table.variant);
  }

  /** Whether a service on another computer may be used without encryption. */
  get allowInsecureHttp(): boolean {
    return this.#read(table.allowInsecureHttp);
  }

  /** @throws SettingError because the scheme of a secret must not be guessed */
  get authentication(): Authentication {
    const authentication = toAuthentication(this.#read(table.authentication), () => this.#apiKeyHeader());
    if (authentication === undefined) throw new SettingError(keys.authentication);
    return authentication;
  }

  /** The services that the user has named. */
  get environments(): readonly DefinedEnvironment[] {
    return parseEnvironments(this.#read(table.environments));
  }

  /** The pages of the service that the plain settings define; none when the value has another form. */
  get pages(): Pages {
    return parsePages(this.#read(table.pages)) ?? {};
  }

  /**
   * The name of the selected environment, empty for none. A workspace may select one of the user's environments. A
   * value that is not a string becomes a name that no environment has.
   */
  get environment(): string {
    return table.environment.parse(this.#recall(keys.environment, readEnvironment));
  }

  /** As the user wrote it, not validated. */
  get mapping(): RawMapping {
    const nameOf = (key: string) => key.slice(extensionPrefix.length + 1);
    return Object.fromEntries(mappingKeys.map((key) => [nameOf(key), this.#ownValue(key)]));
  }

  /** Settings of VS Code itself. */
  get network(): NetworkSettings {
    const authorization = parseText(this.#ownValue('http.proxyAuthorization'));
    return {
      proxy: parseText(this.#ownValue('http.proxy')),
      noProxy: parseTexts(this.#ownValue('http.noProxy')),
      support: parseText(this.#ownValue('http.proxySupport')),
      authorization: authorization === '' ? undefined : authorization,
      strict: this.#ownValue('http.proxyStrictSSL') !== false,
      systemCertificates: this.#ownValue('http.systemCertificates') !== false,
    };
  }

  get finaliseAfterUpload(): boolean {
    return this.#read(table.finaliseAfterUpload);
  }

  /** 1 to 64 or `auto`; other numbers are rounded and clamped. */
  get parallelFiles(): number | 'auto' {
    return this.#read(table.parallelFiles);
  }

  /** The limit for all uploads of this window together; undefined for none. */
  get maxUploadBytesPerSecond(): number | undefined {
    const megabits = this.#read(table.maxMegabitsPerSecond);
    return megabits === undefined ? undefined : megabits * bytesPerMegabit;
  }

  /** Number of launches kept in the list, at least 10. */
  get keepLaunches(): number {
    return this.#read(table.keepLaunches);
  }

  /** Number of rows that a table may have, at least 1. */
  get maxStudyRows(): number {
    return this.#read(table.studyMaxRows);
  }

  /** Number of simulations above which the user types how many are created. */
  get typeAbove(): number {
    return this.#read(table.studyTypeAbove);
  }

  /** A value that means nothing switches the tools off. */
  get agentTools(): 'on' | 'readOnly' | 'off' {
    return this.#read(table.agentTools);
  }

  /** See {@link joinExclude}. */
  exclude(folder: vscode.Uri): readonly ExcludePattern[] {
    const found = vscode.workspace.getConfiguration(undefined, folder).inspect(keys.exclude);
    return joinExclude({
      builtIn: found?.defaultValue,
      user: found?.globalValue,
      workspace: [found?.workspaceValue, found?.workspaceFolderValue],
    });
  }

  /** Whether decks are checked before an upload; a workspace may decide, because nothing is sent for that. */
  isDeckCheckOn(folder: vscode.Uri): boolean {
    return table.deckCheck.parse(findOnLevels(keys.deckCheck, folder, (value) => typeof value === 'string'));
  }

  /** Formats of decks by pattern, in the syntax of `.gitignore`. Entries that are no strings are passed over. */
  deckFormats(folder: vscode.Uri): Readonly<Record<string, string>> {
    return table.deckFormats.parse(
      findOnLevels(keys.deckFormats, folder, (value) => typeof value === 'object' && value !== null),
    );
  }

  /**
   * The tasks that are written anywhere, whatever their types. VS Code passes on only the properties that it knows, so
   * that others would go unnoticed.
   */
  tasks(folder: vscode.Uri | undefined): readonly unknown[] {
    const found = vscode.workspace.getConfiguration(undefined, folder).inspect<unknown>('tasks.tasks');
    return [found?.workspaceFolderValue, found?.workspaceValue, found?.globalValue].flat();
  }

  /** The names of the settings of this extension that the user has set. */
  listChanged(): string[] {
    const configuration = vscode.workspace.getConfiguration();
    return Object.values(keys).filter((key) => configuration.inspect(key)?.globalValue !== undefined);
  }

  async setBaseUrl(value: string): Promise<void> {
    await vscode.workspace.getConfiguration().update(keys.baseUrl, value, vscode.ConfigurationTarget.Global);
  }

  async setVariant(value: VariantName): Promise<void> {
    await vscode.workspace.getConfiguration().update(keys.variant, value, vscode.ConfigurationTarget.Global);
  }

  /**
   * Writes the body that a request has anyway into the setting for it, unless the user has set one.
   * @param environment the one that describes the service, none for the plain settings
   * @returns whether there is one now
   */
  async beginBody(key: string, builtIn: unknown, environment: string | undefined): Promise<boolean> {
    const configuration = vscode.workspace.getConfiguration();
    if (environment !== undefined) return await this.#beginBodyIn(environment, key, builtIn);
    const own = configuration.inspect(key)?.globalValue;
    if (own !== undefined && own !== null) return true;
    if (builtIn === undefined) return false;
    await configuration.update(key, builtIn, vscode.ConfigurationTarget.Global);
    return true;
  }

  async #beginBodyIn(environment: string, key: string, builtIn: unknown): Promise<boolean> {
    const all = vscode.workspace
      .getConfiguration()
      .inspect<Readonly<Record<string, { readonly requests?: object }>>>(keys.environments)?.globalValue;
    const entry = all?.[environment];
    const operation = key.slice(key.lastIndexOf('.') + 1);
    const has = Object.hasOwn(entry?.requests ?? {}, operation);
    if (entry === undefined || has || builtIn === undefined) return has;
    const changed = { ...entry, requests: { ...entry.requests, [operation]: builtIn } };
    await vscode.workspace
      .getConfiguration()
      .update(keys.environments, { ...all, [environment]: changed }, vscode.ConfigurationTarget.Global);
    return true;
  }

  /**
   * Sets some of the places of values in responses, and keeps all others.
   * @param pointers JSON pointers by their keys in the setting; undefined removes one
   * @param environment the one that describes the service, none for the plain settings
   * @throws NotConnectedError when there is no such environment any more
   */
  async setResponsePointers(
    pointers: Readonly<Record<string, string | undefined>>,
    environment: string | undefined,
  ): Promise<void> {
    const configuration = vscode.workspace.getConfiguration();
    const { Global } = vscode.ConfigurationTarget;
    const change = (given: unknown) => {
      const all = Object.entries({ ...(isObject(given) ? given : {}), ...pointers });
      return Object.fromEntries(all.filter(([, pointer]) => pointer !== undefined));
    };
    if (environment === undefined) {
      const own = configuration.inspect(keys.responses)?.globalValue;
      await configuration.update(keys.responses, change(own), Global);
      return;
    }
    const all = configuration.inspect<Record<string, { readonly responses?: unknown }>>(
      keys.environments,
    )?.globalValue;
    const entry = all?.[environment];
    if (entry === undefined) throw new NotConnectedError('unknownEnvironment', environment);
    const changed = { ...entry, responses: change(entry.responses) };
    await configuration.update(keys.environments, { ...all, [environment]: changed }, Global);
  }

  /**
   * Sets how requests are authenticated: of an environment that the user has defined, else those of the plain settings.
   * @param environment its name
   */
  async setAuthentication(authentication: Authentication, environment: string | undefined): Promise<void> {
    const configuration = vscode.workspace.getConfiguration();
    const { Global } = vscode.ConfigurationTarget;
    const { scheme } = authentication;
    const header = authentication.scheme === 'apiKey' ? authentication.header : undefined;
    if (environment !== undefined) {
      const all = configuration.inspect<Record<string, object>>(keys.environments)?.globalValue;
      const changed = {
        ...all?.[environment],
        authentication: scheme,
        ...(header && { apiKeyHeader: header }),
      };
      await configuration.update(keys.environments, { ...all, [environment]: changed }, Global);
      return;
    }
    // The header first, so that no key is sent in the one from before.
    if (header !== undefined) await configuration.update(keys.apiKeyHeader, header, Global);
    await configuration.update(keys.authentication, scheme, Global);
  }

  /** The entry of an environment in the settings, not validated; undefined for a name that they do not have. */
  entryOf(environment: string): unknown {
    const all = this.#ownValue(keys.environments);
    return isObject(all) && Object.hasOwn(all, environment) ? all[environment] : undefined;
  }

  /**
   * The plain settings that describe a service, by the names of the fields of an environment: only those that the user has set.
   * `requests` has the bodies by operation.
   */
  get plainEntry(): Readonly<Record<string, unknown>> {
    const configuration = vscode.workspace.getConfiguration();
    const entry: Record<string, unknown> = {};
    const requests: Record<string, unknown> = {};
    for (const key of [...plainKeys, ...mappingKeys]) {
      const value = configuration.inspect(key)?.globalValue ?? undefined;
      const [, group, operation] = key.split('.');
      if (value === undefined || group === undefined) continue;
      if (operation === undefined) entry[group] = value;
      else requests[operation] = value;
    }
    return { ...entry, ...(Object.keys(requests).length > 0 && { requests }) };
  }

  /** Adds an environment to those of the user, or takes the place of the one with this name. */
  async setEntry(environment: string, entry: Readonly<Record<string, unknown>>): Promise<void> {
    const configuration = vscode.workspace.getConfiguration();
    const all = configuration.inspect<Readonly<Record<string, unknown>>>(keys.environments)?.globalValue;
    const { Global } = vscode.ConfigurationTarget;
    await configuration.update(keys.environments, { ...all, [environment]: entry }, Global);
  }

  /** Selects an environment: in the workspace if its settings select one, because they would override the user's. */
  async setEnvironment(name: string): Promise<void> {
    const configuration = vscode.workspace.getConfiguration();
    const isOfWorkspace = configuration.inspect(keys.environment)?.workspaceValue !== undefined;
    const { Workspace, Global } = vscode.ConfigurationTarget;
    await configuration.update(keys.environment, name, isOfWorkspace ? Workspace : Global);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#networkChanged.dispose();
  }

  /** @throws SettingError because the header of a secret must not be guessed */
  #apiKeyHeader(): string {
    const header = this.#read(table.apiKeyHeader);
    if (typeof header === 'string' && isApiKeyHeaderAllowed(header)) return header;
    throw new SettingError(keys.apiKeyHeader);
  }

  #read<Value>({ key, parse }: Setting<Value>): Value {
    return parse(this.#ownValue(key));
  }

  #ownValue(key: string): unknown {
    return this.#recall(key, readOwnValue);
  }

  #recall(key: string, read: (key: string) => unknown): unknown {
    if (!this.#known.has(key)) this.#known.set(key, read(key));
    return this.#known.get(key);
  }
}

/** The settings that define what the interface leaves open (src/client/README.md, Unspecified). */
const mappingKeys = keysAbout('mapping');

/** The plain settings that an environment has as fields of the same names, besides those of {@link mappingKeys}. */
const plainKeys = [
  keys.baseUrl,
  keys.variant,
  keys.authentication,
  keys.apiKeyHeader,
  keys.pages,
  keys.finaliseAfterUpload,
];

/** The settings that determine the service and the requests to it. */
const serviceKeys = [...keysAbout('service'), ...mappingKeys];

const networkKeys = [
  'http.proxy',
  'http.noProxy',
  'http.proxySupport',
  'http.proxyAuthorization',
  'http.proxyStrictSSL',
  'http.systemCertificates',
];

function keysAbout(subject: Setting<unknown>['about']): string[] {
  const all: readonly Setting<unknown>[] = Object.values(table);
  return all.filter(({ about }) => about === subject).map(({ key }) => key);
}

/** The value that is in effect. */
function readEnvironment(): unknown {
  return vscode.workspace.getConfiguration().get<unknown>(keys.environment);
}

/** The value at user or machine level. A workspace must not decide where files and tokens are sent. */
function readOwnValue(key: string): unknown {
  const found = vscode.workspace.getConfiguration().inspect(key);
  return found?.globalValue ?? found?.defaultValue;
}

/**
 * The value of the innermost level where it has the right type. One setting's key is a prefix of the
 * other's. VS Code merges the levels as a tree, so where one is set, it returns an object for the other.
 */
function findOnLevels(key: string, folder: vscode.Uri, isRight: (value: unknown) => boolean): unknown {
  const found = vscode.workspace.getConfiguration(undefined, folder).inspect<unknown>(key);
  const levels = [
    found?.workspaceFolderValue,
    found?.workspaceValue,
    found?.globalValue,
    found?.defaultValue,
  ];
  return levels.find(isRight);
}
