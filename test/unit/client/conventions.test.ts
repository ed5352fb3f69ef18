import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/client/core/errors';
import { parseExactJson } from '../../../src/client/core/exactJson';
import { decodeCreated, decodeSimulation } from '../../../src/client/response/decodeCreated';
import { decodeList } from '../../../src/client/response/decodeList';
import { describeServiceError } from '../../../src/messages/serviceErrors';
import { type CreatedShape, readCreated, refusedCreated } from './conventions/createdShapes';
import { type ListShape, readLists, type Refusal, refusedLists } from './conventions/listShapes';
import { partialLists, wholeLists } from './conventions/partialListShapes';

/** The response as it comes over the network. */
const receive = (body: unknown): unknown => parseExactJson(JSON.stringify(body));

async function readList({ of, body }: ListShape): Promise<unknown> {
  const operation = of === 'projects' ? 'listProjects' : 'listReusableModels';
  const context = { operation, host: 'service.example.com', status: 200 } as const;
  const key = of === 'projects' ? 'project_id' : 'model_id';
  const { items, skipped } = await decodeList(receive(body), key, context);
  assert.equal(skipped, 0);
  return items.map(({ id, name }) => (name === String(id) ? [id] : [id, name]));
}

function readId({ of, body }: CreatedShape): unknown {
  const operation = of === 'project' ? 'createProject' : 'createModel';
  const context = { operation, host: 'service.example.com', status: 201 } as const;
  return decodeCreated(receive(body), `${of}_id`, context).id;
}

/** The identifier, or what is kept of a response without one. */
function readSimulation({ body }: CreatedShape): unknown {
  const context = { operation: 'createSimulation', host: 'service.example.com', status: 201 } as const;
  const { id, response = '' } = decodeSimulation(receive(body), context);
  return id ?? response.split('\n').map((line) => line.replace(/: .*/, ''));
}

async function assertRefused(read: () => unknown, { refusedNaming }: Refusal): Promise<void> {
  let result: unknown;
  try {
    result = await read();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const text = describeServiceError(error);
    for (const part of refusedNaming) assert.ok(text.includes(part), `${text}\ndoes not name ${part}`);
    return;
  }
  assert.fail(`read as ${JSON.stringify(result)}`);
}

describe('By convention, a list', () => {
  for (const shape of readLists) {
    it(`is read: ${shape.from}, ${shape.of}`, async () => {
      const expected = (shape.read as readonly (readonly [unknown, string?])[]).map((row) => [...row]);
      assert.deepEqual(await readList(shape), expected);
    });
  }

  for (const shape of refusedLists) {
    it(`needs a setting: ${shape.from}`, () => assertRefused(() => readList(shape), shape.read as Refusal));
  }
});

describe('By convention, what was created', () => {
  for (const shape of [...readCreated, ...refusedCreated]) {
    const { read, from, of } = shape;
    const isRead = typeof read !== 'object';
    it(`${isRead ? 'is named' : 'needs a setting'}: ${from}, ${of}`, async () => {
      if (of === 'simulation') {
        const found = readSimulation(shape);
        if (isRead) assert.deepEqual(found, read);
        else
          for (const pointer of read.refusedNaming) assert.ok((found as string[]).includes(pointer), pointer);
      } else if (isRead) assert.deepEqual(readId(shape), read);
      else await assertRefused(() => readId(shape), read);
    });
  }
});

describe('By convention, no two things are mistaken for each other:', () => {
  const listOf = (of: ListShape['of'], body: unknown, refusedNaming: readonly string[]) => () =>
    assertRefused(() => readList({ from: '', of, body, read: [] }), { refusedNaming });
  const createdOf = (of: CreatedShape['of'], body: unknown, refusedNaming: readonly string[]) => () =>
    assertRefused(() => readId({ from: '', of, body, read: '' }), { refusedNaming });

  for (const [what, check] of Object.entries({
    'a membership and its project': listOf(
      'projects',
      [{ id: 77, role: 'reader', project: { id: 5, name: 'Bridge' } }],
      ['/0/id', '/0/project/id'],
    ),
    'a membership and the number of its project': listOf('projects', { results: [{ id: 77, project: 5 }] }, [
      '/results/0/id',
      '/results/0/project',
    ]),
    'a row and the key of its model': listOf(
      'models',
      [{ id: 7, model_uuid: '0b1e' }],
      ['/0/id', '/0/model_uuid'],
    ),
    'a group and its projects': listOf(
      'projects',
      { groups: [{ id: 1, name: 'Steel', projects: [{ projectId: 'p1' }] }] },
      ['/groups', '/groups/0/projects'],
    ),
    'a model and its earlier versions': listOf(
      'models',
      { items: [{ id: 'm2', history: [{ model_id: 'm1' }] }] },
      ['/items', '/items/0/history'],
    ),
    'a project and what it has': listOf('projects', { data: { id: 1, runs: [], cases: [{ id: 5 }] } }, [
      '/data/cases/0/id',
    ]),
    'projects and their tags, if the projects have no identifiers': listOf(
      'projects',
      { results: [{ name: 'Bridge', tags: [{ id: 5 }] }] },
      ['/results/0/tags/0/id'],
    ),
    'the people of a project': listOf(
      'projects',
      { project: { name: 'Bridge', cases: [{ id: 5 }] }, data: [] },
      [],
    ),
    'empty projects and other entries': listOf('projects', { projects: [], items: [{ id: 5 }] }, [
      '/projects',
      '/items/0/id',
    ]),
    'projects that are texts, and other entries': listOf(
      'projects',
      { projects: ['p1'], items: [{ id: 5 }] },
      ['/projects', '/items/0/id'],
    ),
    'projects that are rows, and nothing else': listOf(
      'projects',
      { projects: [['p1', 'Bridge']], data: [] },
      [],
    ),
    'tags alone': listOf('projects', { tags: [{ id: 5, name: 'steel' }] }, ['/tags/0/id']),
    'owners alone': listOf('models', { data: { owners: [{ id: 5, name: 'Ann' }] } }, ['/data/owners/0/id']),
    'projects and models in one list': listOf(
      'projects',
      [
        { type: 'project', id: 1 },
        { type: 'model', id: 2 },
      ],
      [],
    ),
    'a copy and its source': createdOf('project', { id: 2, source: { project_id: 1 } }, [
      '/id',
      '/source/project_id',
    ]),
    'a copy and its source in another notation': createdOf('model', { id: 2, source: { modelId: 1 } }, [
      '/id',
      '/source/modelId',
    ]),
    'an event and what it is about': createdOf(
      'project',
      { type: 'event', id: 'e1', data: { object: { id: 'p1' } } },
      ['/id', '/data/object/id'],
    ),
    'an operation by its type': createdOf('model', { kind: 'Operation', id: 'o1', done: false }, ['/id']),
    'a request and the number of the project': createdOf('project', { id: 'req-1', project: 5 }, [
      '/id',
      '/project',
    ]),
    'a project and its parent': createdOf('project', { parent_project: { id: 1 }, name: 'B' }, [
      '/parent_project/id',
    ]),
    'an envelope and what it holds, if that has none': createdOf(
      'project',
      { id: 'req-1', data: { key: 'p1', name: 'Bridge' } },
      ['/id', '/data/key'],
    ),
    'a copy and its template': createdOf('project', { name: 'B', template: { projectId: 1 } }, [
      '/template/projectId',
    ]),
    'a project and its parent by the documented name': createdOf('project', { parent: { project_id: 1 } }, [
      '/parent/project_id',
    ]),
    'a project and the one of a model': createdOf(
      'project',
      { name: 'B', models: { a: { project_id: 1 } } },
      ['/models/a/project_id'],
    ),
    'a copy in another notation and its source': createdOf(
      'project',
      { projectId: 'p2', base: { project_id: 'p1' } },
      ['/projectId', '/base/project_id'],
    ),
    'projects in another notation and the models in them': listOf(
      'projects',
      [{ projectId: 'p2', models: [{ id: 'm1', project_id: 'p2' }] }],
      ['""', '/0/models'],
    ),
    'projects that are rows, and an empty list': listOf('projects', { data: [], rows: [['p1', 'B']] }, [
      '/data',
      '/rows',
    ]),
    'messages alone': listOf('projects', { messages: [{ id: 'e1', text: 'Busy' }] }, ['/messages/0/id']),
    'the details of a message': listOf('projects', { message: 'Forbidden', details: [{ id: 'e1' }] }, [
      '/details/0/id',
    ]),
    'what an error affects': listOf('projects', { error: 'no licence', affected: [{ id: 'e1' }] }, [
      'no licence',
    ]),
    'an error and its own identifier': createdOf('project', { id: 'e1', error: 'no licence' }, [
      'no licence',
    ]),
    'a project and its owner by the documented name': createdOf(
      'project',
      { owner: { project_id: 'home' }, name: 'B' },
      ['/owner/project_id'],
    ),
    'a new project and all that there are': createdOf(
      'project',
      { count: 1, results: [{ project_id: 'old', name: 'A' }] },
      ['/results/0/project_id'],
    ),
    'a new project and one of a list of several': createdOf(
      'project',
      { data: [{ project_id: 'a' }, { project_id: 'b' }] },
      ['/data/0/project_id', '/data/1/project_id'],
    ),
    'a model and the one that it is based on': createdOf(
      'model',
      { based_on: { model_id: 'src' }, upload_urls: ['https://f/a?sig=1'] },
      ['/based_on/model_id'],
    ),
    'a copy with the number of its source': createdOf('project', { id: 1, source: { project_id: 1 } }, [
      '/id',
      '/source/project_id',
    ]),
    'a model and the existing one': createdOf('model', { existing_model: { id: 'src' }, name: 'B' }, [
      '/existing_model/id',
    ]),
    'a thing and what wraps it, by the documented name': createdOf(
      'project',
      { project_id: 'a', data: { project_id: 'b' } },
      ['/project_id', '/data/project_id'],
    ),
    'two notations of one name': createdOf('project', { project_id: 'a', projectId: 'b' }, [
      '/project_id',
      '/projectId',
    ]),
    'a request and the task that it began': createdOf('project', { id: 'req-1', meta: { project_id: 'a' } }, [
      '/id',
      '/meta/project_id',
    ]),
    'projects and those that were opened recently': listOf(
      'projects',
      { recent: [{ project_id: 'f' }], items: [{ id: 'a' }, { id: 'b' }] },
      ['could be meant: /recent, /items/0/id.'],
    ),
    'projects and what was done in them': listOf(
      'projects',
      { activity: [{ project_id: 'f' }, { project_id: 'f' }], projects: [{ id: 'a' }] },
      ['could be meant: /activity, /projects/0/id.'],
    ),
    'no projects, and those of a history': listOf(
      'projects',
      { history: [{ project_id: 'f' }], projects: [] },
      ['could be meant: /history, /projects.'],
    ),
    'projects and the simulations in them': listOf(
      'projects',
      { simulations: [{ simulation_id: 's', project_id: 'a', name: 'run 1' }] },
      ['only /simulations'],
    ),
    'projects and the models in them': listOf(
      'projects',
      { models: [{ model_id: 'm', project_id: 'a' }], projects: [{ id: 'a' }] },
      ['could be meant: /models, /projects/0/id.'],
    ),
    'a project and its parent in a list': listOf(
      'projects',
      [{ id: 'a', parent: { project_id: 'x' } }],
      ['could be meant: /0/id, /0/parent/project_id.'],
    ),
    'projects and the favourite one': listOf(
      'projects',
      { favourite: { project_id: 'f' }, items: [{ id: 'a' }, { id: 'b' }] },
      ['could be meant: /items/0/id, /favourite/project_id.'],
    ),
    'two notations in one row': listOf(
      'projects',
      [{ projectId: 'a', ProjectID: 'b' }],
      ['could be meant: /0/projectId, /0/ProjectID.'],
    ),
    'texts and identifiers': listOf('projects', ['p1', 'p2'], ['no ID at /0']),
    'edges and what they lead to': listOf(
      'projects',
      { data: { projects: { edges: [{ node: { id: '1' } }] } } },
      ['no ID at /data/projects/edges/0'],
    ),
    'projects and users': listOf('projects', { users: [{ id: 5 }] }, ['only /users/0/id']),
    'an error with an identifier': createdOf('project', { result: {}, error: { id: 'e1' } }, []),
  })) {
    it(what, check);
  }

  for (const { from, of, body, read } of [
    { from: 'GraphQL', of: 'project', body: { data: { createProject: { project_id: 'p' } } }, read: 'p' },
    { from: 'JSON:API', of: 'model', body: { data: { attributes: { model_id: 'm' } } }, read: 'm' },
    { from: 'a list of one', of: 'project', body: [{ project_id: 'p' }], read: 'p' },
    { from: 'a list of one below its name', of: 'model', body: { models: [{ modelId: 'm' }] }, read: 'm' },
    { from: 'an operation', of: 'model', body: { operation: { id: 'o', model_id: 'm' } }, read: 'm' },
    {
      from: 'each of its files',
      of: 'model',
      body: {
        files: ['a', 'b'].map((name) => ({ name, model_id: 'm', upload_url: `https://f/${name}?sig=1` })),
      },
      read: 'm',
    },
    { from: 'its models', of: 'project', body: { id: 'p', models: [{ project_id: 'p' }] }, read: 'p' },
    {
      from: 'the models of a project',
      of: 'project',
      body: { project_id: 'p', models: [{ project_id: 'q' }], source: { project_id: 'o' } },
      read: 'p',
    },
  ] as const) {
    it(`${of} by the documented name: ${from}`, () => {
      assert.equal(readId({ from, of, body, read }), read);
    });
  }

  it('a simulation by the documented name', () => {
    for (const name of ['simulation', 'job', 'run', 'task', 'new_task', 'analysis', 'submitJob', 'result'])
      assert.equal(
        readSimulation({ from: '', of: 'simulation', body: { [name]: { simulation_id: 9 } }, read: 9 }),
        9,
        name,
      );
    for (const body of [
      { queue_ahead: [{ simulation_id: 9 }] },
      { existing: { simulation_id: 9 } },
      { existing_simulation: { simulation_id: 9 } },
      { blocked_by: { simulation_id: 9 } },
      { model: { simulation_id: 9 } },
    ]) {
      const [found] = readSimulation({ from: '', of: 'simulation', body, read: '' }) as string[];
      assert.match(String(found), /\/simulation_id$/, JSON.stringify(body));
    }
  });

  it('a simulation and an earlier one', () => {
    for (const key of ['simulation_id', 'simulationId']) {
      const body = { state: 'queued', previous: { [key]: 9 } };
      const found = readSimulation({ from: '', of: 'simulation', body, read: '' });
      assert.deepEqual(found, ['/state', `/previous/${key}`]);
    }
  });

  it('a file that refers to its model has the identifier of the model', () => {
    const files = [{ id: 1, modelId: 'm1', name: 'a', upload_url: 'https://f/a?sig=1' }];
    assert.equal(readId({ from: '', of: 'model', body: { id: 'm1', files }, read: '' }), 'm1');
  });
});

describe('A list of two', () => {
  const context = { operation: 'listProjects', host: 'service.example.com', status: 200 } as const;
  for (const { from, body, headers, more } of [...partialLists, ...wholeLists]) {
    it(`${more === false ? 'is whole' : `is not whole (${JSON.stringify(more)})`}: ${from}`, async () => {
      const header = (name: string) => headers?.[name];
      const { items, partial } = await decodeList(receive(body), 'project_id', context, {}, { header });
      assert.deepEqual([items.map(({ id }) => id), partial], [[7, 8], more === false ? undefined : more]);
    });
  }
});
