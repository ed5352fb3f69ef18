import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { ResponseError } from '../../../src/client/core/errors';
import type { ModelFile } from '../../../src/client/core/types';
import { decodeUploadUrls, type UploadUrlPointers } from '../../../src/client/response/decodeUploadUrls';

const context = { operation: 'createModel', host: 'service.example.com', status: 201 } as const;

const deckFirst: readonly ModelFile[] = [
  { name: 'deck.inp', size: 1200 },
  { name: 'mesh/part.msh', size: 52_428 },
  { name: 'loads.inc', size: 310 },
];

/** The name of the file that each URL is assigned to, by the URL; or the reason of the error. */
async function read(
  json: unknown,
  files: readonly ModelFile[] = deckFirst,
  pointers: UploadUrlPointers = {},
): Promise<unknown> {
  try {
    return Object.fromEntries(await decodeUploadUrls(json, files, context, pointers));
  } catch (error) {
    assert.ok(error instanceof ResponseError);
    return error.reason;
  }
}

const host = 'https://files.example.com';

/** URLs with these paths and queries. */
const at = (...paths: readonly string[]) => paths.map((path) => `${host}/${path}`);

/** Objects with a URL each, and these fields. */
const objects = (...fields: readonly object[]) =>
  fields.map((field, index) => ({ ...field, url: `${host}/u/${opaque[index]}` }));

/** Random parts of paths, with digits at their ends. */
const opaque = [
  '9f0b5c1e-77aa-4d09-8b3e-12d4a8e0c913',
  '1c2f9a44-0c1d-4f7e-a6d1-9be02f5a7712',
  '5e8d3b70-912c-4a5f-93c4-40b1f6d2e805',
];
const random = opaque.map((part) => `u/${part}?sig=${part.slice(-3)}`);
const urls = at(...random);

/** Lists that have the order of the request, with the URLs in it. */
const inOrder: Readonly<Record<string, readonly [json: unknown, urls: readonly string[]]>> = {
  'a field': [{ model_id: 'm1', upload_urls: urls }, urls],
  'the whole response': [urls, urls],
  'a field of wrappers': [{ data: { model: { id: 'm1' }, upload: { links: urls } } }, urls],
  'a list beside links to other things': [
    { upload_urls: urls, _links: { self: { href: 'https://service.example.com/models/1' } }, owner: host },
    urls,
  ],
  'a list beside one of another length': [{ upload_urls: urls, links: at('help') }, urls],
  'numbers from 1 on': [{ urls: at('1?sig=c', '2?sig=b', '3?sig=a') }, at('1?sig=c', '2?sig=b', '3?sig=a')],
  'numbers from 0 on': [
    { urls: at('f?index=0', 'f?index=1', 'f?index=2') },
    at('f?index=0', 'f?index=1', 'f?index=2'),
  ],
  'numbers of parts': [
    { urls: at('f?partNumber=1&s=x', 'f?partNumber=2&s=y', 'f?partNumber=3&s=z') },
    at('f?partNumber=1&s=x', 'f?partNumber=2&s=y', 'f?partNumber=3&s=z'),
  ],
  'numbers in a query': [
    { urls: at('u?file=1', 'u?file=2', 'u?file=3') },
    at('u?file=1', 'u?file=2', 'u?file=3'),
  ],
  'numbers that are far apart': [
    { urls: at('f/8812', 'f/1034', 'f/5071') },
    at('f/8812', 'f/1034', 'f/5071'),
  ],
  'numbers with gaps': [{ urls: at('f/102', 'f/105', 'f/133') }, at('f/102', 'f/105', 'f/133')],
  'numbers that fall in signatures and times only': [
    {
      urls: at(
        'a1b?sig=30&Expires=1764412347&X-Amz-Date=20261129T101503Z',
        'c9d?sig=20&Expires=1764412346&X-Amz-Date=20261129T101502Z',
        'e4f?sig=10&Expires=1764412345&X-Amz-Date=20261129T101501Z',
      ),
    },
    at(
      'a1b?sig=30&Expires=1764412347&X-Amz-Date=20261129T101503Z',
      'c9d?sig=20&Expires=1764412346&X-Amz-Date=20261129T101502Z',
      'e4f?sig=10&Expires=1764412345&X-Amz-Date=20261129T101501Z',
    ),
  ],
  'random numbers that are too long to count': [
    { urls: at('98765432101', '12345678901', '55555555555') },
    at('98765432101', '12345678901', '55555555555'),
  ],
  'numbers of servers': [
    { urls: random.map((path, index) => `${host}/${[2, 1, 2][index]}/${path}`) },
    random.map((path, index) => `${host}/${[2, 1, 2][index]}/${path}`),
  ],
  'times that fall': [
    { urls: random.map((path, index) => `${host}/${path}&until=2026-11-29T10:15:0${3 - index}Z`) },
    random.map((path, index) => `${host}/${path}&until=2026-11-29T10:15:0${3 - index}Z`),
  ],
  'the same number in all': [
    { urls: random.map((path) => `${host}/42/${path}`) },
    random.map((path) => `${host}/42/${path}`),
  ],
  'names behind random parts': [
    { urls: at('u/77aa_deck.inp', 'u/33bb_part.msh', 'u/11cc_loads.inc') },
    at('u/77aa_deck.inp', 'u/33bb_part.msh', 'u/11cc_loads.inc'),
  ],
  'names in queries, in another letter case': [
    { urls: at('up?key=M1%2FDECK.INP', 'up?key=M1%2Fmesh%2FPART.MSH', 'up?key=M1%2FLOADS.INC') },
    at('up?key=M1%2FDECK.INP', 'up?key=M1%2Fmesh%2FPART.MSH', 'up?key=M1%2FLOADS.INC'),
  ],
  'the name of one file only': [{ urls: at('u/xa', 'u/x/part', 'u/yc') }, at('u/xa', 'u/x/part', 'u/yc')],
  'a word in all of them that is the name of a file': [
    { urls: at('part/a7', 'part/c2', 'part/b9') },
    at('part/a7', 'part/c2', 'part/b9'),
  ],
  'names in the same order elsewhere': [{ names: deckFirst.map(({ name }) => name), urls }, urls],
  'names in another letter case and the same order elsewhere': [
    { names: ['DECK.INP', 'MESH/PART.MSH', 'LOADS.INC'], urls },
    urls,
  ],
  'files in the same order elsewhere': [{ files: deckFirst, upload_urls: urls }, urls],
  'sizes in the same order elsewhere': [{ sizes: deckFirst.map(({ size }) => size), urls }, urls],
  'a list of slots': [{ upload_slots: urls }, urls],
  'objects in a list of destinations': [
    { destinations: objects({}, {}, {}) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'a list beside one whose key calls it no URLs': [
    { '@context': at('x', 'y', 'z'), upload_urls: urls },
    urls,
  ],
  'a list beside one for downloads': [{ upload_urls: urls, download_urls: at('d1', 'd2', 'd3') }, urls],
  'objects beside others for downloads': [
    { uploads: objects({}, {}, {}), downloads: objects({}, {}, {}) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'objects whose key names a store': [{ files: urls.map((s3_url) => ({ s3_url })) }, urls],
  'objects whose key says that the URL is for writing': [
    { files: urls.map((write_url) => ({ write_url })) },
    urls,
  ],
  'objects beside files in the same order': [
    { files: deckFirst, uploads: objects({ method: 'PUT' }, { method: 'PUT' }, { method: 'PUT' }) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'objects beside a list of as many words': [
    { uploads: objects({}, {}, {}), tags: ['x', 'y', 'z'] },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'identifiers of files that stand in the same order elsewhere': [
    { files: [{ id: 'f-x' }, { id: 'f-y' }, { id: 'f-z' }], urls: at('f-x/put', 'f-y/put', 'f-z/put') },
    at('f-x/put', 'f-y/put', 'f-z/put'),
  ],
  'the endings of names': [
    { urls: at('u/x.inp', 'u/y.msh', 'u/z.inc') },
    at('u/x.inp', 'u/y.msh', 'u/z.inc'),
  ],
  'an ending that is none of a file': [
    { urls: at('u/x.bin', 'u/y.bin', 'u/z.bin') },
    at('u/x.bin', 'u/y.bin', 'u/z.bin'),
  ],
  'objects with a URL': [{ uploads: objects({}, {}, {}) }, objects({}, {}, {}).map(({ url }) => url)],
  'objects with their method and headers': [
    {
      uploads: urls.map((href) => ({
        method: 'PUT',
        href,
        headers: { 'content-type': 'text/plain' },
        expires_in: 900,
      })),
    },
    urls,
  ],
  'objects with the URL inside': [{ files: urls.map((url) => ({ target: { upload_url: url } })) }, urls],
  'objects with numbers': [
    { files: objects({ file_index: 0 }, { file_index: 1 }, { file_index: 2 }) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'objects with numbers of files': [
    { parts: objects({ file: 1 }, { file: 2 }, { file: 3 }) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'objects with times of life that fall': [
    { files: objects({ expires_in: 902 }, { expires_in: 901 }, { expires_in: 900 }) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'objects with sizes': [
    { files: objects({ size: 1200 }, { size: 52_428 }, { size: '310' }) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
  'objects with random identifiers': [
    { files: objects({ file_id: 'f-8c1e' }, { file_id: 'f-02d4' }, { file_id: 'f-b7aa' }) },
    objects({}, {}, {}).map(({ url }) => url),
  ],
};

/** Responses that are refused, because something contradicts the order, or because it is not known what is meant. */
const refused: Readonly<Record<string, unknown>> = {
  'too few URLs': { upload_urls: urls.slice(1) },
  'too many URLs': { upload_urls: [...urls, `${host}/x`] },
  'a URL twice': { upload_urls: [urls[0], urls[1], urls[0]] },
  'two URLs that lead to one place': {
    upload_urls: [`${host}/a`, `${host}/b`, 'https://FILES.example.com/a?'],
  },
  'two lists': { upload_urls: urls, put_urls: at('d1', 'd2', 'd3') },
  'two lists with other words': { slots: urls, destinations: at('d1', 'd2', 'd3') },
  'the same list twice': { urls, upload_urls: urls },
  'two lists of objects': { uploads: objects({}, {}, {}), targets: objects({}, {}, {}) },
  'links of other relations': {
    links: ['model', 'simulations', 'project'].map((rel) => ({ rel, href: `${host}/${rel}?x` })),
  },
  'the same name in all objects': {
    files: objects({ name: 'deck.inp' }, { name: 'deck.inp' }, { name: 'deck.inp' }),
  },
  'the same other name in all objects': { files: objects({ name: 'x' }, { name: 'x' }, { name: 'x' }) },
  'pictures of what was uploaded': { uploads: { avatars: urls } },
  'objects with a link to something else': { members: urls.map((avatar) => ({ avatar })) },
  'more arrays than are understood': {
    ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`list${index}`, [1, 2, 3]])),
    urls,
  },
  'downloads only': { download_urls: urls },
  'another method': { links: urls.map((href) => ({ method: 'GET', href })) },
  pictures: { previews: urls },
  'a text that is no URL': { upload_urls: [urls[0], 'pending', urls[2]] },
  'a URL that is missing': { upload_urls: [urls[0], null, urls[2]] },
  'objects with two URLs': {
    files: urls.map((upload_url) => ({ upload_url, download_url: `${upload_url}&d` })),
  },
  'an object without a URL': { files: [...objects({}, {}), { status: 'pending' }] },
  'texts and objects': { files: [urls[0], { url: urls[1] }, { url: urls[2] }] },
  'lists in a list': { files: urls.map((url) => [url]) },
  'parts of one file': { files: [{ upload_id: 'u1', parts: urls.map((url) => ({ url })) }] },
  'fields with numbers as keys': { upload_urls: { '1': urls[0], '2': urls[1], '3': urls[2] } },
  'fields of their own': { url_1: urls[0], url_2: urls[1], url_3: urls[2] },
  'numbers that fall': { urls: at('3?sig=a', '2?sig=b', '1?sig=c') },
  'numbers in another order': { urls: at('2', '1', '3') },
  'numbers from 0 on in another order': { urls: at('f-1.dat', 'f-0.dat', 'f-2.dat') },
  'numbers of parts in another order': {
    urls: at('f?partNumber=2&s=x', 'f?partNumber=1&s=y', 'f?partNumber=3&s=z'),
  },
  'numbers that are sorted as texts': { urls: at('10', '11', '9') },
  'numbers at the ends of paths of other depths': { urls: at('a/b/2', 'c/1', 'd/e/f/3') },
  'numbers before random parts': { urls: at('2-77aa', '1-33bb', '3-11cc') },
  'numbers behind words': { urls: at('u/zx_2.bin', 'u/qwe_1.bin', 'u/rt_3.bin') },
  'numbers between words': { urls: at('file-2-77aa', 'file-1-b3bb', 'file-3-c1cc') },
  'numbers behind words of other texts': { urls: at('file2_ab', 'file1_b9', 'file3_zz') },
  'numbers behind words, before others from the end': { urls: at('a-b-2-x', 'c-1-y', 'd-e-f-3-z') },
  'numbers in the keys of queries': {
    urls: at('u?files%5B1%5D=x7', 'u?files%5B0%5D=y8', 'u?files%5B2%5D=zq'),
  },
  'identifiers that fall': { urls: at('f/133', 'f/105', 'f/102') },
  'names behind random parts': { urls: at('u/77aa_part.msh', 'u/33bb_deck.inp', 'u/11cc_loads.inc') },
  'names in queries': {
    urls: at('up?key=m1%2Floads.inc', 'up?key=m1%2Fdeck.inp', 'up?key=m1%2Fmesh%2Fpart.msh'),
  },
  'names that were encoded twice': {
    urls: at('up?k=m%252Floads.inc', 'up?k=m%252Fdeck.inp', 'up?k=m%252Fmesh%252Fpart.msh'),
  },
  'the endings of other names': { urls: at('u/x.msh', 'u/y.inp', 'u/z.inc') },
  'identifiers of files that stand in another order elsewhere': {
    files: [{ id: 'f-x' }, { id: 'f-y' }, { id: 'f-z' }],
    urls: at('f-y/put', 'f-x/put', 'f-z/put'),
  },
  'objects with texts of their own beside names': {
    files: deckFirst,
    uploads: objects({ of: 'x' }, { of: 'y' }, { of: 'z' }),
  },
  'names in another letter case': { urls: at('u/DECK.INP', 'u/LOADS.INC', 'u/PART.MSH') },
  'numbers below a date': { urls: at('2026-11-29/2/x?s=1', '2026-11-29/1/x?s=2', '2026-11-29/3/x?s=3') },
  'names below a date': {
    urls: at('2026-11-29/part.msh/x', '2026-11-29/deck.inp/x', '2026-11-29/loads.inc/x'),
  },
  'names under keys that only sound like signatures': {
    files: objects({ design: 'part' }, { design: 'deck' }, { design: 'loads' }),
  },
  'names without endings': { urls: at('loads/put?sig=a', 'part/put?sig=b', 'deck/put?sig=c') },
  'the name of one file, at another place': { urls: at('u/x1', 'u/x9', 'u/x5/part.msh') },
  'names in another order elsewhere': { names: ['deck.inp', 'loads.inc', 'mesh/part.msh'], urls },
  'names as keys in another order elsewhere': {
    files: { 'loads.inc': {}, 'deck.inp': {}, 'mesh/part.msh': {} },
    urls,
  },
  'names in another letter case and another order elsewhere': {
    names: ['LOADS.INC', 'DECK.INP', 'PART.MSH'],
    urls,
  },
  'names of other files elsewhere': { names: ['x.inp', 'y.inp', 'z.inp'], urls },
  'sizes in another order elsewhere': { sizes: [310, 1200, 52_428], urls },
  'numbers in another order elsewhere': { files: [{ no: 2 }, { no: 1 }, { no: 3 }], urls },
  'objects with the names of other files': {
    files: objects({ name: 'x.inp' }, { name: 'y.inp' }, { name: 'z.inp' }),
  },
  'objects with numbers in another order': {
    files: objects({ file_index: 1 }, { file_index: 0 }, { file_index: 2 }),
  },
  'objects with numbers as texts in another order': { files: objects({ n: '2' }, { n: '1' }, { n: '3' }) },
  'objects with sizes in another order': {
    files: objects({ bytes: 310 }, { bytes: 1200 }, { bytes: 52_428 }),
  },
  'objects with an ending of another file': {
    files: objects({ format: 'msh' }, { format: 'inp' }, { format: 'inc' }),
  },
  'objects with labels in another order': {
    files: objects({ label: 'File 2' }, { label: 'File 1' }, { label: 'File 3' }),
  },
  'objects that refer to others': {
    files: [
      { id: 'f-a', name: 'deck.inp' },
      { id: 'f-b', name: 'mesh/part.msh' },
      { id: 'f-c', name: 'loads.inc' },
    ],
    uploads: objects({ file: 'f-c' }, { file: 'f-a' }, { file: 'f-b' }),
  },
  'a list beside names that have two URLs each': {
    files: Object.fromEntries(deckFirst.map(({ name }) => [name, at(`${name}?a`, `${name}?b`)])),
    upload_urls: urls,
  },
  'objects that refer to a map of names': {
    files: { x: 'deck.inp', y: 'mesh/part.msh', z: 'loads.inc' },
    uploads: objects({ of: 'y' }, { of: 'x' }, { of: 'z' }),
  },
  'objects with more texts than a file can have': {
    files: urls.map((url) => ({ url, texts: Array(101).fill('x') })),
  },
  'objects that refer to others without names': {
    files: [{ id: 'x' }, { id: 'y' }, { id: 'z' }],
    uploads: objects({ file_id: 'y' }, { file_id: 'x' }, { file_id: 'z' }),
  },
};

const named = (...names: readonly string[]) => names.map((name, index) => ({ name, size: 101 + index }));

describe('A list of upload URLs without names', () => {
  for (const [what, [json, expected]] of Object.entries(inOrder)) {
    it(`has the order of the request: ${what}`, async () =>
      assert.deepEqual(
        await read(json),
        Object.fromEntries(deckFirst.map(({ name }, index) => [name, expected[index]])),
      ));
  }

  for (const [what, json] of Object.entries(refused))
    it(`is refused: ${what}`, async () => assert.equal(await read(json), 'uploadUrls'));

  it('is refused with the reason where they are addresses of the service', async () => {
    const files = [1, 2, 3].map((id) => `https://service.example.com/files/${id}`);
    assert.equal(await read({ files }), 'ownUploadUrls');
  });

  it('has the order of the request for two files as for thousands', async () => {
    for (const count of [2, 2000]) {
      const files = named(...Array.from({ length: count }, (_, index) => `part${index}.dat`));
      const list = files.map(
        ({ name }) => `${host}/${createHash('sha256').update(name).digest('hex')}?sig=a`,
      );
      const found = (await read({ upload_urls: list }, files)) as Record<string, string>;
      assert.deepEqual(Object.values(found), list);
    }
  });

  it('is read by the names in it before its order counts', async () => {
    const [deck, part, loads] = at('m/deck.inp?s=1', 'm/mesh/part.msh?s=2', 'm/loads.inc?s=3');
    const byName = { 'deck.inp': deck, 'mesh/part.msh': part, 'loads.inc': loads };
    assert.deepEqual(await read({ urls: [loads, deck, part] }), byName);
  });

  it('proves its order by names with numbers that do not rise', async () => {
    const files = named('part_10.dat', 'part_2.dat');
    const list = at('u/ab_part_10.dat', 'u/cd_part_2.dat');
    assert.deepEqual(await read({ urls: list }, files), { 'part_10.dat': list[0], 'part_2.dat': list[1] });
    assert.equal(await read({ urls: list.toReversed() }, files), 'uploadUrls');
  });

  it('is not refused for letters in random parts that are the names of files', async () => {
    const list = at(`u?x=${'q-'.repeat(20)}b-9`, `u?x=${'q-'.repeat(20)}a-9`);
    const files = named('a.inp', 'b.inp');
    assert.deepEqual(await read({ list }, files), { 'a.inp': list[0], 'b.inp': list[1] });
    assert.equal(await read({ list: at('u?x=q-b-9', 'u?x=q-a-9') }, files), 'uploadUrls');
  });

  it('is not refused for groups of digits in UUIDs', async () => {
    const list = at(
      'u/9f0b5c1e-0412-4d09-8b3e-12d4a8e0c913',
      'u/1c2f9a44-0134-4f7e-a6d1-9be02f5a7712',
      'u/5e8d3b70-0099-4a5f-93c4-40b1f6d2e805',
    );
    assert.deepEqual(Object.values((await read({ list })) as object), list);
  });

  for (const [names, paths, isRead] of [
    [['1', '2'], ['1', '2'], true],
    [['1', '2'], ['2', '1'], false],
    [['2', '1'], ['1', '2'], false],
    [['2', '1'], ['2', '1'], false],
    [['0', '1'], ['1', '2'], false],
    [['1.dat', '2.dat'], ['1', '2'], true],
    [['1.dat', '2.dat'], ['0', '1'], false],
    [['a/x.inp', 'b/x.inp'], ['u?key=a/x.inp', 'u?key=b/x.inp'], true],
    [['a/x.inp', 'b/x.inp'], ['u?key=b/x.inp', 'u?key=a/x.inp'], false],
    [['a/x.inp', 'b/x.inp'], ['u?key=m%2Fb%2Fx.inp&s=1', 'u?key=m%2Fa%2Fx.inp&s=2'], false],
    [['x.inp', 'y.inp'], ['u?k=m%252Fy.inp&s=1', 'u?k=m%252Fx.inp&s=2'], false],
    [['a/x.inp', 'b/x.inp'], ['m/b/x.inp/put', 'm/a/x.inp/put'], false],
    [['m/x.inp', 'm/x.msh'], ['u_x.inp', 'u_x.msh'], true],
    [['m/x.inp', 'm/x.msh'], ['u_x.msh', 'u_x.inp'], false],
    [['a/x_9.dat', 'b/x_9.dat', 'c.dat'], ['2/q_x_9.dat?', '1/w_x_9.dat?', '3/e_c.dat?'], false],
    [['mesh.part.dat', 'part.dat', 'z.dat'], ['u_mesh.part.dat', 'u_part.dat', 'u_z.dat'], true],
    [['wing box.inp', 'rib.inp'], ['u?n=wing+box.inp', 'u?n=rib.inp'], true],
    [['wing box.inp', 'rib.inp'], ['u?n=rib.inp', 'u?n=wing%20box.inp'], false],
    [['caf\u00e9.inp', 'b.inp'], ['u_cafe%CC%81.inp', 'u_b.inp'], true],
    [['\u00e9', '\u00e8'], ['u_e%CC%80', 'u_e%CC%81'], false],
    // Folders of the files, with something between these and the name, or instead of it.
    [['coarse/deck.inp', 'fine/deck.inp'], ['m/coarse/7f3a/deck.inp', 'm/fine/b201/deck.inp'], true],
    [['coarse/deck.inp', 'fine/deck.inp'], ['m/fine/7f3a/deck.inp', 'm/coarse/b201/deck.inp'], false],
    [['coarse/deck.inp', 'fine/deck.inp'], ['u/7f3a?dir=fine', 'u/b201?dir=coarse'], false],
    [['deck.inp', 'fine/deck.inp'], ['u/7f3a?dir=fine', 'u/b201?dir='], false],
    [['0/U', 'constant/points', 'system/fvSchemes'], ['0', '1', '2'], true],
    // Names as services make them fit for keys and URLs: Flask, Rails, Django, and others.
    [['Flügel.inp', 'Größe.inp'], ['u/Flugel.inp', 'u/Groe.inp'], true],
    [['Flügel.inp', 'Größe.inp'], ['u/Groe.inp', 'u/Flugel.inp'], false],
    [['Flügel.inp', 'Größe.inp'], ['u/Gr__e.inp', 'u/Fl_gel.inp'], false],
    [['Flügel.inp', 'Größe.inp'], ['u/Groesse.inp', 'u/Fluegel.inp'], false],
    [['Flügel.inp', 'Größe.inp'], ['u/Gr%f6%dfe.inp', 'u/Fl%fcgel.inp'], false],
    [['wing box.inp', 'wing+rib.inp'], ['u/wingrib.inp', 'u/wingbox.inp'], false],
    [['Größe', 'Flügel'], ['u/Flugel/1a', 'u/Groe/2b'], false],
    [['5%ab.inp', '5%cd.inp'], ['u/5%25cd.inp/1a', 'u/5%25ab.inp/2b'], false],
    [['deck.inp', 'mesh.inp'], ['m/ZGVjay5pbnA', 'm/bWVzaC5pbnA'], true],
    [['deck.inp', 'mesh.inp'], ['m/bWVzaC5pbnA=/1a', 'm/ZGVjay5pbnA=/2b'], false],
    [['a/deck.inp', 'b/mesh.inp'], ['u?f=Yi9tZXNoLmlucA%3D%3D', 'u?f=YS9kZWNrLmlucA%3D%3D'], false],
    [['翼.inp', 'b.inp', 'c.msh'], ['u/7f.inp', 'u/b2.inp', 'u/c9.msh'], true],
  ] as const) {
    it(`of the files ${names.join(', ')} is ${isRead ? 'read' : 'refused'}: ${paths.join(', ')}`, async () => {
      const list = at(...paths);
      const expected = Object.fromEntries(names.map((name, index) => [name, list[index]]));
      assert.deepEqual(await read({ urls: list }, named(...names)), isRead ? expected : 'uploadUrls');
    });
  }

  it('is refused for folders of other files beside the URLs, whose names are the same', async () => {
    const files = named('coarse/deck.inp', 'fine/deck.inp');
    const list = (...folders: readonly string[]) =>
      folders.map((folder, index) => ({ folder, name: 'deck.inp', url: urls[index] }));
    assert.equal(await read({ files: list('fine', 'coarse') }, files), 'uploadUrls');
    const expected = { 'coarse/deck.inp': urls[0], 'fine/deck.inp': urls[1] };
    assert.deepEqual(await read({ files: list('coarse', 'fine') }, files), expected);
  });

  it('may be pointed at, also beside another one', async () => {
    const two = { one: urls, other: at('d1', 'd2', 'd3') };
    const expected = Object.fromEntries(deckFirst.map(({ name }, index) => [name, urls[index]]));
    assert.deepEqual(await read(two, deckFirst, { container: '/one' }), expected);
    const pairs = { files: urls.map((put) => ({ put, get: `${put}&get` })) };
    assert.deepEqual(await read(pairs, deckFirst, { container: '/files', url: '/put' }), expected);
    const fallen = { files: urls.map((put, index) => ({ put, no: 3 - index })) };
    assert.equal(await read(fallen, deckFirst, { container: '/files', url: '/put' }), 'uploadUrls');
    assert.equal(await read({ urls: at('3', '2', '1') }, deckFirst, { container: '/urls' }), 'uploadUrls');
    const gaps = at('f/133', 'f/105', 'f/102');
    assert.deepEqual(
      Object.values((await read({ gaps }, deckFirst, { container: '/gaps' })) as object),
      gaps,
    );
  });
});
