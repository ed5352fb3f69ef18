import assert from 'node:assert/strict';
import { decodeUploadUrls, type UploadUrlPointers } from '../../../src/client/response/decodeUploadUrls';
import { ReadCounter } from '../../support/readCounter';

const context = { operation: 'createModel', host: 'api.test', status: 201 } as const;

const urlOf = (index: number) => `https://files.test/${index}?sig=x`;
const nameOf = (index: number) => `dir/${index}.dat`;

/** As many entries. */
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Responses for so many files. */
const responses: Record<string, (count: number) => unknown> = {
  'an array of objects': (count) => ({
    files: times(count, (index) => ({ name: nameOf(index), target: { url: urlOf(index) } })),
  }),
  'a map': (count) => ({
    upload_urls: Object.fromEntries(times(count, (index) => [nameOf(index), urlOf(index)])),
  }),
  'an array of URLs': (count) => ({ urls: times(count, (index) => `https://files.test/${nameOf(index)}`) }),
  'an array of URLs without names': (count) => ({ urls: times(count, urlOf) }),
  'entries with keys of their own': (count) => ({
    files: times(count, (index) => ({ url: urlOf(index), headers: { [`id-${index}`]: 'v' } })),
  }),
  'entries with a name and keys of their own': (count) => ({
    files: times(count, (index) => ({
      name: nameOf(index),
      url: urlOf(index),
      headers: { [`id-${index}`]: 'v' },
    })),
  }),
  'one entry with many URLs': (count) => ({ files: [{ name: nameOf(0), url: times(count, urlOf) }] }),
  'an entry inside each entry': (count) =>
    times(25, String).reduce<unknown>((inner) => ({ data: [inner] }), times(count, urlOf)),
};

/** Reads of the response in all, and at most between two points where other work may be done. */
function countReads(json: unknown, count: number, pointers = {}): { all: number; most: number } {
  const files = times(count, (index) => ({ name: nameOf(index), size: index }));
  const counter = new ReadCounter();
  const steps = decodeUploadUrls(counter.watch(json), files, context, pointers);
  let all = 0;
  let most = 0;
  for (let isDone = false; !isDone;) {
    try {
      isDone = steps.next().done === true;
    } catch {
      isDone = true;
    }
    const reads = counter.take();
    all += reads;
    most = Math.max(most, reads);
  }
  return { all, most };
}

/** The settings with which the same is tried. */
const settings: Record<string, UploadUrlPointers> = {
  'without a setting': {},
  'with a setting for the container': { container: '/urls' },
  'with settings for container and URL': { container: '/files', url: '/url' },
  'with settings for everything': { container: '/files', name: '/name', url: '/url' },
};

describe('The work to find upload URLs', () => {
  for (const [what, makeResponse] of Object.entries(responses)) {
    for (const [how, pointers] of Object.entries(settings)) {
      it(`grows no faster than the response, and pauses often: ${what}, ${how}`, () => {
        const small = countReads(makeResponse(1000), 1000, pointers);
        const large = countReads(makeResponse(8000), 8000, pointers);
        assert.ok(large.all <= 8.5 * small.all + 1000, `${small.all} reads became ${large.all}`);
        // 250 values between two pauses, with the fields that describe each.
        assert.ok(large.most <= 5000, `${large.most} reads without a pause`);
      });
    }
  }
});
