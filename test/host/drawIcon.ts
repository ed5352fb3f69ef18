import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from './browser';
import { repositoryRoot } from './testDataFolder';

/** Pixels. Displayed at half the size, so that it is sharp on high-resolution screens. */
const sidePixels = 256;

/** Draws the icon of the package from its SVG, because the marketplaces accept no SVG. */
async function main(): Promise<void> {
  const file = path.join(repositoryRoot(), 'media', 'icon');
  const svg = await readFile(`${file}.svg`, 'utf8');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: sidePixels, height: sidePixels } });
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
    await page.screenshot({ path: `${file}.png`, omitBackground: true });
  } finally {
    await browser.close();
  }
}

void main();
