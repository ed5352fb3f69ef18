import assert from 'node:assert/strict';
import { decodeUploadUrls, type UploadUrlPointers } from '../../../src/client/response/decodeUploadUrls';
import { countPauses } from '../../support/pauses';
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

/** How often values of the response are read, and how often other work may be done meanwhile. */
async function measure(json: unknown, count: number, pointers: UploadUrlPointers = {}) {
  const files = times(count, (index) => ({ name: nameOf(index), size: index }));
  const counter = new ReadCounter();
  const find = () => decodeUploadUrls(counter.watch(json), files, context, pointers).catch(() => undefined);
  const { count: pauses } = await countPauses(find);
  return { reads: counter.take(), pauses };
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
    for (const [how, pointers] of Object.entries(settings))
      it(`grows no faster than the response: ${what}, ${how}`, async () => {
        const small = await measure(makeResponse(1000), 1000, pointers);
        const large = await measure(makeResponse(8000), 8000, pointers);
        assert.ok(large.reads <= 8.5 * small.reads + 1000, `${small.reads} reads became ${large.reads}`);
      });

    it(`pauses after each thousand values: ${what}`, async () => {
      const { pauses } = await measure(makeResponse(8000), 8000);
      assert.ok(pauses >= 8, `${pauses} pauses`);
    });
  }
});
