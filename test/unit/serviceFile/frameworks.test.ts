import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../../src/client/core/json';
import { parseOpenApi } from '../../../src/serviceFile/openApi';
import { stopServices } from '../../support/service';
import { deck, launchWithEntry, proposeWithFirstChoices } from './support/addFromDocument';
import { serveDocument } from './support/describedService';
import { type Shape, shapes } from './support/shapes';

/**
 * `fastApi`, `fastApiMap`, `nest` and `nestVersioned` are as these frameworks generated them from a program; the others are
 * written after what Spring, ASP.NET and FastAPI with pydantic 2 generate.
 */
async function readDocument(name: string): Promise<string> {
  return await readFile(path.join('test', 'unit', 'serviceFile', 'documents', `${name}.json`), 'utf8');
}

const secret = 'team:wing';

/** Adds the service of a document as a person does who takes the first choices, and does the main job with it. */
async function launch(text: string, shape: Shape) {
  const service = await serveDocument(JSON.parse(text), shape);
  const here = shape.address === undefined ? text : text.replaceAll(shape.address, service.origin);
  const from = new URL(`${service.origin}${shape.root}/openapi.json`);
  const { entry, questions, omissions } = await proposeWithFirstChoices(here, from);
  const launched = await launchWithEntry(entry, secret);
  return { service, launched, omissions, asks: questions.map(({ about }) => about) };
}

function assertMainJob(
  { service, launched, omissions, asks }: Awaited<ReturnType<typeof launch>>,
  shape: Shape,
): void {
  assert.deepEqual(service.refused, []);
  assert.deepEqual(launched, { state: 'launched', projects: [[], ['Study']], ids: shape.ids });
  const posted = service.accepted.filter(([request]) => request.startsWith('POST'));
  assert.deepEqual(
    posted.map(([, body]) => body),
    shape.sent,
  );
  assert.deepEqual(service.files, Object.values(deck));
  assert.deepEqual([omissions, asks], [shape.omissions ?? [], shape.asks ?? []]);
}

describe('The OpenAPI document of a framework leads to a simulation', () => {
  afterEach(stopServices);

  for (const [name, shape] of Object.entries(shapes))
    it(name, async () => assertMainJob(await launch(await readDocument(name), shape), shape));

  it('of more than 2 MB, in 300 ms', async () => {
    const document = JSON.parse(await readDocument('fastApi')) as Record<'paths' | 'components', object>;
    const { paths, components } = document;
    const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
    const fields = Object.entries(schemas);
    const more = Array.from({ length: 400 }, (_, index) =>
      fields.map(([key, schema]) => [`${key}${index}`, schema] as const),
    ).flat();
    const otherPaths = Array.from({ length: 100 }, (_, index) =>
      Object.entries(paths).map(([at, item]) => [`${at}/items${index}`, item as unknown] as const),
    ).flat();
    const text = JSON.stringify({
      ...document,
      paths: { ...Object.fromEntries(otherPaths), ...paths },
      components: { ...components, schemas: { ...Object.fromEntries(more), ...schemas } },
    });
    assert.ok(text.length > 2_000_000, String(text.length));
    const shape = shapes['fastApi']!;
    const before = process.cpuUsage();
    await parseOpenApi(text);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 < 300, `${(user + system) / 1000} ms`);
    assertMainJob(await launch(text, shape), shape);
  });
});
