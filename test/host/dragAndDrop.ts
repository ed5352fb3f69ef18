import type { Locator, Page } from 'playwright-core';
import { waitFor } from './waitFor';

/** Data that a program other than VS Code drags into the page. */
interface DroppedData {
  /** The lines of a `text/uri-list`. */
  readonly uris?: readonly string[];
  /** Names of files of the user's computer, which say nothing about their place. */
  readonly files?: readonly string[];
}

/** Runs inside the page. The functions that read a file's content are counted. */
const createData = `({ uris, files = [] }) => {
  const data = new DataTransfer();
  if (uris !== undefined) data.setData('text/uri-list', uris.join('\\r\\n'));
  for (const name of files) data.items.add(new File(['content of ' + name], name));
  return data;
}`;

const countReads = `(() => {
  globalThis.__readFiles = 0;
  for (const name of ['arrayBuffer', 'bytes', 'stream', 'text']) {
    const read = Blob.prototype[name];
    if (read !== undefined) Blob.prototype[name] = function () {
      if (this instanceof File) globalThis.__readFiles++;
      return read.call(this);
    };
  }
})()`;

/** Drags with the mouse, and drops from other programs. */
export class DragAndDrop {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Drags an element over an icon of the activity bar until that has opened its container, and on to a target. */
  async dragIntoView(
    source: Locator,
    view: { readonly icon: Locator; readonly isOpen: () => Promise<boolean> },
    target: () => Promise<Locator>,
  ): Promise<void> {
    await source.hover();
    await this.#page.mouse.down();
    await this.#moveOver(view.icon);
    await waitFor('the view to open under the mouse', async () => {
      await this.#moveOver(view.icon);
      return view.isOpen();
    });
    const found = await target();
    await this.#moveOver(found);
    await waitFor('the target to show that it takes the files', () => isMarked(found), {
      state: async () => (await found.getAttribute('class')) ?? '',
    });
    await this.#page.mouse.up();
  }

  async drag(source: Locator, target: Locator): Promise<void> {
    await source.hover();
    await this.#page.mouse.down();
    await this.#moveOver(target);
    await this.#page.mouse.up();
  }

  /** Drops what another program drags. @returns whether the target takes it, as the mouse would show */
  async dropFromOutside(target: Locator, dropped: DroppedData): Promise<boolean> {
    const dataTransfer = await this.#page.evaluateHandle(`(${createData})(${JSON.stringify(dropped)})`);
    const box = await target.boundingBox();
    const at = { clientX: (box?.x ?? 0) + 30, clientY: (box?.y ?? 0) + (box?.height ?? 0) - 5, dataTransfer };
    await target.dispatchEvent('dragenter', at);
    await target.dispatchEvent('dragover', at);
    const isTaken = await isMarked(target);
    await target.dispatchEvent('drop', at);
    return isTaken;
  }

  async countReadFiles(): Promise<() => Promise<number>> {
    await this.#page.evaluate(countReads);
    return () => this.#page.evaluate<number>('globalThis.__readFiles');
  }

  /** Towards the end of the element, because an empty area begins below rows. Browsers need two moves for a drag. */
  async #moveOver(element: Locator): Promise<void> {
    const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await this.#page.mouse.move(x + width / 2, y + height - 9);
    await this.#page.mouse.move(x + width / 2, y + height - 8);
  }
}

/** Whether a row, or the list for the area below its rows, is marked as the target. */
async function isMarked(element: Locator): Promise<boolean> {
  return /\bdrop-target\b/.test((await element.getAttribute('class')) ?? '');
}
