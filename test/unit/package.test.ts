import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { commands, contextKeys, settings, views, walkthrough } from '../../src/contributions';
import { manifest, manifestTexts } from '../support/manifest';
import { packedFiles } from '../support/packedFiles';

const { walkthroughs } = manifest.contributes;
const steps = walkthroughs.flatMap((one) => one.steps);
const textOf = (key: string): string => manifestTexts[key.replaceAll('%', '')] ?? '';

/** The completion events that the extension sets, and those that VS Code sets. */
const events = new Set([
  ...Object.values(contextKeys).map((key) => `onContext:${key}`),
  ...Object.values(settings).map((key) => `onSettingChanged:${key}`),
  ...Object.values(commands).map((id) => `onCommand:${id}`),
  ...Object.values(views).map((id) => `onView:${id}`),
]);

describe('The walkthrough', () => {
  it('has the identifier that the command opens', () => {
    const found = walkthroughs.map(({ id }) => id);
    assert.deepEqual(found, [walkthrough]);
  });

  it('completes each step by an event that can happen', () => {
    const isPossible = (on: readonly string[]) => on.length > 0 && on.every((one) => events.has(one));
    const stuck = steps.filter(({ completionEvents }) => !isPossible(completionEvents));
    assert.deepEqual(stuck, []);
  });

  it('offers a button in each step', () => {
    const without = steps.filter(({ description }) => !/\n\[[^\]]+\]\(command:/.test(textOf(description)));
    assert.deepEqual(without, []);
  });

  it('shows a picture with an alternative text in each step', () => {
    const shown = steps.map(({ media }) => media.svg).sort();
    const packed = packedFiles.filter((file) => file.startsWith('media/walkthrough/'));
    assert.deepEqual(shown, packed);
    const undescribed = steps.filter(({ media }) => !/\.$/.test(textOf(media.altText)));
    assert.deepEqual(undescribed, []);
  });

  it('has pictures that use theme colours only, no text, and no style element, which VS Code does not apply', () => {
    for (const { media } of steps) {
      const picture = readFileSync(media.svg, 'utf8');
      const colours = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour = '']) => colour);
      const fixed = colours.filter((colour) => !/^none$|^var\(--vscode-[\w-]+\)$/.test(colour));
      assert.deepEqual(fixed, [], media.svg);
      assert.doesNotMatch(picture, /<text|<style|style=|<script|<image|href/, media.svg);
    }
  });
});

describe('The content of the package', () => {
  it('has pictures of 100 kB together at most', () => {
    const pictures = packedFiles.filter((file) => file.startsWith('media/'));
    assert.ok(pictures.reduce((sum, file) => sum + statSync(file).size, 0) < 100_000);
  });

  it('has an icon of 256 by 256 pixels, as a PNG', () => {
    const icon = readFileSync(manifest.icon);
    assert.ok((packedFiles as readonly string[]).includes(manifest.icon));
    assert.deepEqual(icon.subarray(0, 8), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    // Width and height are the first fields of the first chunk, after its length and its type.
    assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256]);
  });

  it('has at most 26 different keywords, because stores take 30 and vsce adds up to four', () => {
    const { keywords } = manifest;
    assert.ok(keywords.length > 0 && keywords.length <= 26);
    assert.deepEqual([...new Set(keywords)].sort(), keywords);
  });
});
