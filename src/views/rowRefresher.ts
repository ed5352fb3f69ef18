import * as vscode from 'vscode';
import type { Launch } from '../launch/launch';
import { getNodeKey, type KeptRow, type KeptRows, orderOf, updateLaunchRows } from './launchChanges';
import type { LaunchNode } from './launchNodes';
import { getMidnight } from './launchPeriods';

/** The launches of this computer, and the rows at the top of their tree. */
export interface LaunchTree {
  readonly launches: readonly Launch[];
  readonly nodes: readonly LaunchNode[];
}

export interface RowRefresherOptions {
  /** Time of the last change of a launch or study; ms of any monotonic clock. */
  readonly changedAt: () => number;
  /** @param since if given, what was read at that time or later will do */
  readonly read: (since?: number) => Promise<LaunchTree>;
  readonly isVisible: () => boolean;
  /** Called before rows are redrawn, also in a hidden view. */
  readonly beforeUpdate: () => Promise<void>;
  /** Called when the rows of a visible view are those of now. */
  readonly afterRedraw: () => Promise<void>;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Keeps the rows of launches current, and redraws those that have changed. There is one object for each launch, study
 * and period, because VS Code redraws only objects that it knows. It can request all rows again before it has received
 * them. It is not known which answer it shows, so every answer has the same objects.
 */
export class RowRefresher implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<LaunchNode[] | undefined>();
  #rows: KeptRows = new Map();
  /** Identifies the launches, their order and the day. Undefined from a request for all rows until VS Code has them. */
  #order: string | undefined;
  #midnight: NodeJS.Timeout | undefined;
  /** Ends with the updates so far. Never rejects. */
  #updating: Promise<void> = Promise.resolve();
  #isUpdateDue = false;

  /** Fires with the rows to redraw, or with `undefined` for all. */
  readonly onDidChange = this.#changed.event;

  readonly #options: RowRefresherOptions;

  constructor(options: RowRefresherOptions) {
    this.#options = options;
  }

  get rows(): Iterable<KeptRow> {
    return this.#rows.values();
  }

  /** The row that stands for a launch, a study or a period already, if there is one. */
  keep(node: LaunchNode): LaunchNode {
    switch (node.kind) {
      case 'launch':
      case 'study':
      case 'period':
        return this.#rows.get(getNodeKey(node)) ?? node;
      default:
        return node;
    }
  }

  /**
   * Reads all rows at the request of VS Code.
   * @returns the kept row for each node at the top
   */
  async answer(): Promise<LaunchNode[]> {
    const changedAt = this.#options.changedAt();
    try {
      const { launches, nodes } = await this.#options.read();
      this.#rows = updateLaunchRows(this.#rows, launches, nodes).rows;
      this.#order = orderOf(nodes);
      if (this.#options.changedAt() !== changedAt) this.updateNext();
      this.#updateAtMidnight();
      return nodes.map((node) => this.keep(node));
    } catch (error) {
      // So that the next change requests them again.
      this.#order = '';
      throw error;
    }
  }

  /** One update after the other: a slow one would show again what it had read before a quick one. */
  updateNext(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    this.#updating = this.#updating.then(async () => {
      this.#isUpdateDue = false;
      await this.update();
    });
  }

  /** Never rejects. */
  async update(): Promise<void> {
    try {
      await this.#options.beforeUpdate();
      // A hidden view requests everything when it is shown.
      if (this.#options.isVisible()) await this.#redraw();
      else this.requestAll();
    } catch (error) {
      // The rows stay as they are.
      this.#options.onFailed(error);
    }
  }

  /** Lets VS Code request all rows. */
  requestAll(): void {
    this.#order = undefined;
    this.#changed.fire(undefined);
  }

  dispose(): void {
    clearTimeout(this.#midnight);
    this.#changed.dispose();
  }

  /** Redraws only rows whose appearance has changed: redrawing all would close what the user is just expanding. */
  async #redraw(): Promise<void> {
    const { launches, nodes } = await this.#options.read(this.#options.changedAt());
    // All rows are on their way; the answer finds changes since.
    if (this.#order === undefined) return;
    if (orderOf(nodes) !== this.#order) {
      this.requestAll();
      return;
    }
    const { rows, changed } = updateLaunchRows(this.#rows, launches, nodes);
    this.#rows = rows;
    if (changed.length > 0) this.#changed.fire(changed);
    await this.#options.afterRedraw();
  }

  /** "Today" becomes wrong at midnight. */
  #updateAtMidnight(): void {
    clearTimeout(this.#midnight);
    const now = Date.now();
    this.#midnight = setTimeout(() => this.updateNext(), getMidnight(now, -1) - now);
  }
}
