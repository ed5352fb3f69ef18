import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { commands, contextKeys, settings, views, walkthrough } from '../../src/contributions';
import { packedFiles } from '../support/packedFiles';

interface Manifest {
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly contributes: {
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
  };
}

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
const walkthroughs = manifest.contributes.walkthroughs;
const steps = walkthroughs.flatMap((one) => one.steps);

/** The completion events that the extension sets, and those that VS Code sets. */
const events = new Set([
  ...Object.values(contextKeys).map((key) => `onContext:${key}`),
  ...Object.values(settings).map((key) => `onSettingChanged:${key}`),
  ...Object.values(commands).map((id) => `onCommand:${id}`),
  ...Object.values(views).map((id) => `onView:${id}`),
]);

describe('The walkthrough', () => {
  it('has the identifier that the command opens', () =>
    assert.deepEqual(
      walkthroughs.map(({ id }) => id),
      [walkthrough],
    ));

  it('completes each step by an event that can happen', () => {
    const stuck = steps.filter(
      ({ completionEvents: on }) => on.length === 0 || !on.every((one) => events.has(one)),
    );
    assert.deepEqual(stuck, []);
  });

  it('offers a button in each step', () => {
    const without = steps.filter(({ description }) => !/\n\[[^\]]+\]\(command:/.test(textOf(description)));
    assert.deepEqual(without, []);
  });

  it('shows a picture with an alternative text in each step', () => {
    const shown = steps.map(({ media }) => media.svg);
    assert.deepEqual(
      [...shown].sort(),
      packedFiles.filter((file) => file.startsWith('media/walkthrough/')),
    );
    assert.deepEqual(
      steps.filter(({ media }) => !/\.$/.test(textOf(media.altText))),
      [],
    );
  });

  it('has pictures that use theme colours only, no text, and no style element, which VS Code does not apply', () => {
    for (const { media } of steps) {
      const picture = readFileSync(media.svg, 'utf8');
      const colours = [...picture.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour = '']) => colour);
      assert.deepEqual(
        colours.filter((colour) => colour !== 'none' && !/^var\(--vscode-[\w-]+\)$/.test(colour)),
        [],
        media.svg,
      );
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

  it('has at most 30 different keywords', () => {
    const { keywords } = manifest;
    assert.ok(keywords.length > 0 && keywords.length <= 30);
    assert.deepEqual([...new Set(keywords)].sort(), keywords);
  });
});

function textOf(key: string): string {
  return texts[key.replaceAll('%', '')] ?? '';
}
