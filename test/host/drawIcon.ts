import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from './browser';
import { repositoryRoot } from './testDataFolder';

/** Pixels. Shown at half of it, so that it is sharp on screens with a fine grid. */
const side = 256;

/** Draws the icon of the package from its SVG, which no marketplace takes. */
async function main(): Promise<void> {
  const file = path.join(repositoryRoot(), 'media', 'icon');
  const svg = await readFile(`${file}.svg`, 'utf8');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: side, height: side } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    await page.screenshot({ path: `${file}.png`, omitBackground: true });
  } finally {
    await browser.close();
  }
}

void main();
