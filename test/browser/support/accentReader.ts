import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { QuickInputState } from '../../host/quickInput';
import type { Workbench } from '../../host/workbench';
import { plainWords, pseudo } from '../../support/pseudoLanguage';
import type { Stage } from './session';

/** Buttons that VS Code itself adds in English, because no language pack is installed. */
const buttonOfVscode = /^(Back|Cancel|OK|More Actions\.\.\.|Views and More Actions\.\.\.)( \(.+\))?$/;

/** Words that VS Code adds to the texts of an extension, such as the name of an icon. */
const wordsOfVscode = ['unlock', 'vm-running', "(Press 'Enter' to confirm or 'Escape' to cancel)"];

/** Texts that are configured, sent or named by the test, and therefore not translated. */
const fixedData = [
  'workspace',
  'cantilever',
  'materials',
  'mesh',
  'pipe',
  'licence.key',
  '*.key',
  'cantilever.inp',
  'loads.inc',
  'steel.inc',
  'elements.inc',
  'nodes.inc',
  'sets.inc',
  'http://',
  'https://',
  'simulation.example.com',
  'variant_a',
  'variant_b',
  'bearer',
  'auto',
  'simulationService.requests.createProject',
];

/**
 * Reads a window in the pseudo-language, and fails for every word without accents that is neither data nor
 * from VS Code.
 */
export class AccentReader {
  readonly #stage: Stage;
  readonly #workbench: Workbench;

  constructor(stage: Stage, workbench: Workbench) {
    this.#stage = stage;
    this.#workbench = workbench;
  }

  /** @param otherData further texts that are not translated */
  texts(texts: readonly string[], ...otherData: readonly string[]): void {
    const shown = texts.filter((text) => text.trim() !== '' && !buttonOfVscode.test(text));
    const known = [...this.#data(), ...otherData];
    assert.ok(shown.length > 0, 'there is a text');
    assert.deepEqual(
      shown.filter((text) => plainWords(text, known).length > 0),
      [],
    );
  }

  async notification(message: RegExp = /^/): Promise<void> {
    const told = await this.#workbench.notifications.waitForNotification(message);
    this.texts([told.message, ...told.buttons]);
  }

  async quickInput(wanted: Parameters<Workbench['quickInput']['waitForQuickInput']>[0]): Promise<void> {
    this.texts(quickInputTexts(await this.#workbench.quickInput.waitForQuickInput(wanted)));
  }

  /** Reads the open dialog and clicks this button. */
  async dialog(button: string): Promise<void> {
    const { message, detail, buttons } = await this.#workbench.dialogs.dialog();
    this.texts([message, ...detail.split('\n'), ...buttons]);
    await this.#workbench.dialogs.clickDialogButton(button);
  }

  /** @param view name in English */
  async rows(view: string, atLeast: number): Promise<void> {
    const rows = await this.#workbench.views.waitForTreeRows(pseudo(view), (all) => all.length >= atLeast);
    this.texts(rows.flatMap(({ label, description, ariaLabel }) => [label, description, ariaLabel]));
  }

  /** @param view name in English */
  async welcome(view: string): Promise<void> {
    const { text, buttons, links } = await this.#workbench.views.viewWelcome(pseudo(view));
    this.texts([...text.split('\n'), ...buttons, ...links]);
  }

  async menu(row: Locator): Promise<void> {
    this.texts(await this.#workbench.views.contextMenuItems(row));
  }

  async tooltip(over: Locator, text: RegExp): Promise<void> {
    this.texts((await this.#workbench.views.waitForTooltip(over, text)).split('\n'));
  }

  /** Names, identifiers and hosts. */
  #data(): string[] {
    const { emulator } = this.#stage;
    const hosts = [emulator.baseUrl, emulator.fileServerUrl].map((url) => new URL(url).host);
    return [
      ...fixedData,
      ...wordsOfVscode,
      ...hosts,
      ...emulator.projects.flatMap(({ name, project_id }) => [name, project_id]),
      ...emulator.models.flatMap(({ name, model_id }) => [name, model_id]),
      ...emulator.simulations.map(({ simulation_id }) => simulation_id),
    ];
  }
}

function quickInputTexts({ title, total, placeholder, message, buttons, items }: QuickInputState): string[] {
  const rows = items.flatMap((item) => [
    item.label,
    item.description,
    item.detail,
    item.separator,
    ...item.buttons,
  ]);
  return [title, total, placeholder, message, ...buttons, ...rows];
}
