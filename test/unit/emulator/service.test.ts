import assert from 'node:assert/strict';
import type { Emulator } from '../../../src/emulator/emulator';
import { stopServices } from '../../support/service';
import {
  badRequest,
  conflict,
  type CreatedModel,
  createModel,
  jsonReply,
  notFound,
  openRequest,
  problemReply,
  readReply,
  type Reply,
  send,
  startForTest,
  variants,
} from './support/wire';

const startOfTest = Date.UTC(2026, 0, 2, 3, 4, 5);
const created_at = '2026-01-02T03:04:05.000Z';

const mustBeText = (field: string) => `The field "${field}" must be a string that is not empty.`;

afterEach(stopServices);

for (const { variant, prefix } of variants)
  describe(`the emulated service, ${variant}`, () => {
    let emulator: Emulator;
    let now: number;
    const post = (path: string, body?: unknown): Promise<Reply> =>
      send('POST', `${emulator.baseUrl}${prefix}${path}`, body);
    const get = (path: string): Promise<Reply> => send('GET', `${emulator.baseUrl}${prefix}${path}`);

    beforeEach(async () => {
      now = startOfTest;
      ({ emulator } = await startForTest({ now: () => now }));
    });

    it('starts with two sample projects', async () => {
      const [first, second] = emulator.projects;
      const projects = [
        { project_id: first?.project_id, name: 'Bracket fatigue study', created_at },
        { project_id: second?.project_id, name: 'Wing box static loads', created_at },
      ];
      assert.deepEqual(await get('/projects'), jsonReply(200, { projects }));
      assert.match(first?.project_id ?? '', /^prj_[0-9a-f]{16}$/);
    });

    it('creates a project and lists it last', async () => {
      const reply = await post('/projects', { name: 'Rotor', description: 'ignored' });
      const project_id = emulator.projects[2]?.project_id;
      assert.deepEqual(reply, jsonReply(201, { project_id, name: 'Rotor', created_at }));
      const listed = (await get('/projects')).body as { projects: unknown[] };
      assert.deepEqual([listed.projects.length, listed.projects.at(-1)], [3, reply.body]);
    });

    it('refuses a project without a usable name', async () => {
      const noName = badRequest(mustBeText('name'));
      for (const body of [{}, { name: '' }, { name: '  ' }, { name: 7 }, { name: null }, { rejected: 'x' }])
        assert.deepEqual(await post('/projects', body), noName);
      const noObject = badRequest('The body must be a JSON object.');
      for (const body of [undefined, '[]', 'null', '"name"', '3'])
        assert.deepEqual(await post('/projects', body), noObject);
      assert.equal(emulator.projects.length, 2);
    });

    it('refuses a body that is not JSON', async () => {
      for (const path of ['/projects', '/models', '/simulations'])
        assert.deepEqual(await post(path, '{"name":'), badRequest('The body is not valid JSON.'));
    });

    it('creates a model with one upload URL per file', async () => {
      const files = [
        { name: 'mesh/part 1.inp', size: 5 },
        { name: 'läuft.txt', size: 0 },
      ];
      const reply = await post('/models', { name: 'Beam', files });
      const { model_id, files: created } = reply.body as CreatedModel;
      const signed = files.map((file, index) => ({ ...file, upload_url: created[index]?.upload_url }));
      assert.deepEqual(reply, jsonReply(201, { model_id, name: 'Beam', files: signed }));
      assert.match(model_id, /^mdl_[0-9a-f]{16}$/);
      for (const [index, { upload_url }] of created.entries()) {
        const path = `${emulator.fileServerUrl}/uploads/${model_id}/${index}`;
        const expires = startOfTest / 1000 + 3600;
        const [start, signature] = upload_url.split('&signature=');
        assert.equal(start, `${path}?expires=${expires}`);
        assert.match(signature ?? '', /^[0-9a-f]{64}$/);
      }
      const fields = { model_id, name: 'Beam', description: '', created_at };
      assert.deepEqual(emulator.models.at(-1), { ...fields, status: 'created', reusable: false, files });
    });

    it('refuses a model description with a hint at the invalid field', async () => {
      const noFiles = 'The field "files" must be an array with at least one file.';
      const badPath = (name: string) =>
        `files[0]: the name "${name}" must be a relative path with "/" and without "..".`;
      const badSize = 'files[0]: the field "size" must be a whole number of bytes, 0 or more.';
      const file = { name: 'a', size: 1 };
      const badPaths = ['/a', 'a/', 'a//b', '../a', 'a/../b', './a', 'a/..', 'a\\b', 'C:/a'];
      for (const [files, detail] of [
        [undefined, noFiles],
        [[], noFiles],
        [file, noFiles],
        [['a'], 'files[0]: The body must be a JSON object.'],
        [[{ size: 1 }], `files[0]: ${mustBeText('name')}`],
        [[file, file], 'files[1]: the name "a" is used twice.'],
        ...badPaths.map((name) => [[{ ...file, name }], badPath(name)] as const),
        ...[-1, 1.5, '1', null, 2 ** 53, undefined].map((size) => [[{ name: 'a', size }], badSize] as const),
      ] as const)
        assert.deepEqual(await post('/models', { name: 'm', files }), badRequest(detail));
      assert.deepEqual(await post('/models', { files: [file] }), badRequest(mustBeText('name')));
      assert.equal(emulator.models.length, 2);
    });

    it('finalises a model only when all its files are stored, and accepts a repetition', async () => {
      const model = await createModel(emulator, { a: 1, b: 1, c: 1, d: 1, e: 1 });
      const finalise = () => post(`/models/${model.model_id}/finalise`);
      assert.deepEqual(await finalise(), conflict('5 of 5 files are not uploaded yet: a, b, c, …'));
      for (const { upload_url } of model.files.slice(1)) await send('PUT', upload_url, 'x');
      assert.deepEqual(await finalise(), conflict('1 of 5 files are not uploaded yet: a'));
      assert.equal(emulator.models.at(-1)?.status, 'created');
      await send('PUT', model.files[0]!.upload_url, 'x');
      const done = jsonReply(200, { model_id: model.model_id, status: 'finalised' });
      assert.deepEqual(await finalise(), done);
      assert.deepEqual(await finalise(), done);
      assert.equal(emulator.models.at(-1)?.status, 'finalised');
    });

    it('accepts any body or none with finalise, because none is specified', async () => {
      const model = await createModel(emulator, { a: 0 });
      await send('PUT', model.files[0]!.upload_url);
      for (const body of [undefined, {}, 'no json'])
        assert.equal((await post(`/models/${model.model_id}/finalise`, body)).status, 200);
    });

    it('creates a simulation of a finalised model', async () => {
      const model = await createModel(emulator, { a: 0 });
      await send('PUT', model.files[0]!.upload_url);
      const naming = { project_id: emulator.projects[1]!.project_id, model_id: model.model_id };
      assert.deepEqual(await post('/simulations', naming), conflict('The model is not finalised yet.'));
      await post(`/models/${model.model_id}/finalise`);
      const reply = await post('/simulations', naming);
      const { simulation_id } = reply.body as { simulation_id: string };
      const simulation = { simulation_id, ...naming, status: 'queued', created_at };
      assert.deepEqual(reply, jsonReply(201, simulation));
      assert.match(simulation_id, /^sim_[0-9a-f]{16}$/);
      assert.deepEqual(emulator.simulations, [simulation]);
    });

    it('says of a simulation that it waits, runs and is done', async () => {
      const model = await createModel(emulator, { a: 0 });
      await send('PUT', model.files[0]!.upload_url);
      await post(`/models/${model.model_id}/finalise`);
      const naming = { project_id: emulator.projects[0]!.project_id, model_id: model.model_id };
      const simulation = (await post('/simulations', naming)).body as { simulation_id: string };
      const said = [];
      for (const passedMs of [0, 1_999, 2_000, 11_000, 19_999, 20_000]) {
        now = startOfTest + passedMs;
        const { body } = await get(`/simulations/${simulation.simulation_id}`);
        const { status, progress, ...others } = body as { status: string; progress?: string };
        assert.deepEqual({ ...others, status: 'queued' }, simulation);
        said.push([status, progress]);
      }
      assert.deepEqual(said, [
        ['queued', undefined],
        ['queued', undefined],
        ['running', '0 %'],
        ['running', '50 %'],
        ['running', '99 %'],
        ['done', undefined],
      ]);
      assert.deepEqual(await get('/simulations/sim_0'), notFound('There is no such simulation.'));
    });

    it('refuses a simulation or a finalisation with missing or unknown references', async () => {
      const { project_id } = emulator.projects[0]!;
      const model_id = 'mdl_0';
      for (const [path, body, reply] of [
        ['/simulations', { model_id }, badRequest(mustBeText('project_id'))],
        ['/simulations', { project_id }, badRequest(mustBeText('model_id'))],
        ['/simulations', { project_id: 'prj_0', model_id }, notFound('There is no such project.')],
        ['/simulations', { project_id, model_id }, notFound('There is no such model.')],
        [`/models/${model_id}/finalise`, undefined, notFound('There is no such model.')],
      ] as const)
        assert.deepEqual(await post(path, body), reply);
      assert.deepEqual(emulator.simulations, []);
    });

    it('responds with 404 to unknown paths', async () => {
      const nothing = notFound('There is nothing at this path.');
      for (const path of ['', '/', '/project', '/projects/', '/models/a/b/finalise', '/simulations/1/2'])
        assert.deepEqual(await post(path), nothing);
    });

    it('responds with 405 and the allowed methods to other methods', async () => {
      const cases = [
        ['PUT', '/projects', 'POST, GET'],
        ['DELETE', '/models', 'POST'],
        ['GET', '/models/mdl_0/finalise', 'POST'],
        ['GET', '/simulations', 'POST'],
        ['POST', '/simulations/sim_0', 'GET'],
      ] as const;
      for (const [method, path, allow] of cases) {
        const refused = problemReply(405, 'Method Not Allowed', `This path allows ${allow} only.`);
        const reply = await send(method, `${emulator.baseUrl}${prefix}${path}`);
        assert.deepEqual(reply, { ...refused, allow });
      }
    });
  });

describe('The two variants of the emulated service', () => {
  const missing = notFound('There is nothing at this path.');

  it('list reusable models in the second variant only, and none that was created', async () => {
    const { emulator } = await startForTest({ now: () => startOfTest });
    const [beam, vessel] = emulator.models;
    await createModel(emulator, { a: 0 });
    const models = [
      {
        model_id: beam?.model_id,
        name: 'Cantilever beam, 12 000 elements',
        description: 'Clamped at one end, tip load in z.',
        created_at,
      },
      {
        model_id: vessel?.model_id,
        name: 'Pressure vessel, quarter symmetry',
        description: 'Shell elements, internal pressure 2 MPa.',
        created_at,
      },
    ];
    const reply = await send('GET', `${emulator.baseUrl}/variant_b/v7/models/reusable`);
    assert.deepEqual(reply, jsonReply(200, { models }));
    assert.deepEqual(await send('GET', `${emulator.baseUrl}/variant_a/v1/models/reusable`), missing);
  });

  it('run a simulation of a reusable model in the second variant only', async () => {
    const { emulator } = await startForTest();
    const { project_id } = emulator.projects[0]!;
    const { model_id } = emulator.models[0]!;
    const create = (prefix: string) =>
      send('POST', `${emulator.baseUrl}${prefix}/simulations`, { project_id, model_id });
    assert.deepEqual(await create('/variant_a/v1'), notFound('There is no such model.'));
    assert.equal((await create('/variant_b/v7')).status, 201);
  });

  it('do not respond under the version of the other', async () => {
    const { emulator } = await startForTest();
    for (const prefix of ['/variant_a/v7', '/variant_b/v1', '/variant_c/v1', ''])
      assert.deepEqual(await send('GET', `${emulator.baseUrl}${prefix}/projects`), missing);
  });

  it('refuse a body over 64 MiB as soon as its length is known', async () => {
    const { emulator } = await startForTest();
    const limit = 64 * 1024 * 1024;
    const refused = problemReply(413, 'Payload Too Large', `The body is longer than ${limit} bytes.`);
    const url = `${emulator.baseUrl}/variant_a/v1/projects`;
    const announced = openRequest('POST', url, { 'content-length': String(limit + 1) });
    announced.flushHeaders();
    assert.deepEqual(await readReply(announced), refused);
    announced.destroy();
    const chunked = openRequest('POST', url, { 'transfer-encoding': 'chunked' });
    chunked.end(Buffer.alloc(limit + 1, ' '));
    assert.deepEqual(await readReply(chunked), refused);
  });
});
