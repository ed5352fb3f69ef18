import type { Refusal } from './listShapes';

/**
 * Responses to the creation of a project, a model and a simulation, with the identifier that a person would read. They
 * were written before anybody looked at the code that reads them; where that code changes, this file does not.
 */
export interface CreatedShape {
  readonly from: string;
  readonly of: 'project' | 'model' | 'simulation';
  readonly body: unknown;
  readonly read: string | number | Refusal;
}

/** Shapes with which no setting is needed. */
export const readCreated: readonly CreatedShape[] = [
  { from: 'Django REST framework, FastAPI', of: 'project', body: { id: 7, name: 'Bridge' }, read: 7 },
  {
    from: 'Express with Mongoose',
    of: 'project',
    body: { _id: '65f1', name: 'Bridge', __v: 0 },
    read: '65f1',
  },
  { from: 'uuid', of: 'simulation', body: { uuid: '0b1e', state: 'QUEUED' }, read: '0b1e' },
  { from: 'C#', of: 'project', body: { Id: 7, Name: 'Bridge', OwnerId: 3 }, read: 7 },
  { from: 'camel case', of: 'model', body: { modelId: 'm1', createdAt: 'today' }, read: 'm1' },
  {
    from: 'camel case in an envelope',
    of: 'simulation',
    body: { data: { simulationId: 's1' }, id: 'r1' },
    read: 's1',
  },
  { from: 'Pascal case', of: 'project', body: { ProjectId: 4, Id: 5 }, read: 4 },
  { from: 'hyphens', of: 'project', body: { 'project-id': 'p1' }, read: 'p1' },
  {
    from: 'JSON:API',
    of: 'project',
    body: {
      data: {
        type: 'projects',
        id: '1',
        attributes: { name: 'Bridge' },
        relationships: { owner: { data: { type: 'people', id: '9' } } },
      },
      included: [{ type: 'people', id: '9' }],
    },
    read: '1',
  },
  {
    from: 'JSON:API with relationships to what it uses',
    of: 'simulation',
    body: {
      data: {
        type: 'simulation',
        id: '3',
        relationships: {
          project: { data: { type: 'projects', id: '1' } },
          model: { data: { type: 'models', id: '2' } },
        },
      },
    },
    read: '3',
  },
  { from: 'Rails with a root', of: 'project', body: { project: { id: 1, name: 'Bridge' } }, read: 1 },
  {
    from: 'HAL',
    of: 'project',
    body: { id: 1, _links: { self: { href: '/projects/1' } }, _embedded: { owner: { id: 9 } } },
    read: 1,
  },
  {
    from: 'Hydra',
    of: 'project',
    body: { '@id': '/projects/1', '@type': 'Project', id: 1, name: 'B' },
    read: 1,
  },
  {
    from: 'success and data',
    of: 'project',
    body: { success: true, message: 'Created', data: { id: 1 } },
    read: 1,
  },
  {
    from: 'a result that has the resource',
    of: 'project',
    body: { status: 'ok', result: { project: { id: 1 } } },
    read: 1,
  },
  {
    from: 'a request with its own identifier in meta',
    of: 'project',
    body: { meta: { id: 'req-1', request_id: 'req-1' }, data: { id: 'p1' } },
    read: 'p1',
  },
  {
    from: 'a simulation with what it uses',
    of: 'simulation',
    body: { id: 's1', project: { id: 'p1' }, model: { id: 'm1' }, owner: { id: 5 } },
    read: 's1',
  },
  {
    from: 'a simulation with references',
    of: 'simulation',
    body: { id: 's1', project_id: 'p1', model_id: 'm1' },
    read: 's1',
  },
  {
    from: 'a simulation below its name with what it uses',
    of: 'simulation',
    body: { simulation: { id: 's1', project: { id: 'p1' }, model: { id: 'm1' } } },
    read: 's1',
  },
  {
    from: 'a simulation beside what it uses',
    of: 'simulation',
    body: { project: { id: 'p1' }, model: { id: 'm1' }, simulation: { id: 's1' } },
    read: 's1',
  },
  {
    from: 'a model with its files',
    of: 'model',
    body: { id: 'm1', name: 'Beam', files: [{ id: 1, name: 'a.inp', upload_url: 'https://f/a?sig=1' }] },
    read: 'm1',
  },
  {
    from: 'a model beside its uploads',
    of: 'model',
    body: { model: { id: 'm1' }, uploads: [{ id: 'u1', name: 'a.inp', url: 'https://f/a?sig=1' }] },
    read: 'm1',
  },
  { from: 'a project with its owner first', of: 'project', body: { owner: { id: 5 }, id: 1 }, read: 1 },
  { from: 'id that repeats _id', of: 'project', body: { _id: '65f1', id: '65f1' }, read: '65f1' },
  {
    from: 'empty lists of errors beside it',
    of: 'project',
    body: { errors: [], warnings: [], data: { id: 1 } },
    read: 1,
  },
  {
    from: 'the documented name beside the key',
    of: 'project',
    body: { id: 1, project_id: 'p-1' },
    read: 'p-1',
  },
];

/** Shapes in which two things could be taken for each other, or nothing can be told: a setting is needed. */
export const refusedCreated: readonly CreatedShape[] = [
  {
    from: 'a simulation that names its project only',
    of: 'simulation',
    body: { project: { id: 'p1' } },
    read: { refusedNaming: ['/project/id'] },
  },
  {
    from: 'a simulation that names what it uses by another notation',
    of: 'simulation',
    body: { projectId: 'p1', modelId: 'm1' },
    read: { refusedNaming: ['/projectId', '/modelId'] },
  },
  {
    from: 'an owner',
    of: 'project',
    body: { name: 'Bridge', owner: { id: 5 } },
    read: { refusedNaming: ['/owner/id'] },
  },
  {
    from: 'a tenant',
    of: 'simulation',
    body: { tenant: { id: 5 }, state: 'QUEUED' },
    read: { refusedNaming: ['/tenant/id'] },
  },
  {
    from: 'a request',
    of: 'simulation',
    body: { request: { id: 'r1' } },
    read: { refusedNaming: ['/request/id'] },
  },
  {
    from: 'an operation',
    of: 'model',
    body: { operation: { id: 'o1' }, done: false },
    read: { refusedNaming: ['/operation/id'] },
  },
  {
    from: 'a link',
    of: 'project',
    body: { links: { self: { id: 'l1' } } },
    read: { refusedNaming: ['/links/self/id'] },
  },
  {
    from: 'an envelope whose identifier is not that of what it holds',
    of: 'project',
    body: { id: 'req-1', data: { id: 'p1' } },
    read: { refusedNaming: ['/id', '/data/id'] },
  },
  {
    from: 'an envelope beside the resource',
    of: 'project',
    body: { id: 'req-1', project: { id: 'p1' } },
    read: { refusedNaming: ['/id', '/project/id'] },
  },
  {
    from: 'an envelope beside the resource without a key',
    of: 'project',
    body: { id: 'req-1', project: { name: 'Bridge' } },
    read: { refusedNaming: ['/id'] },
  },
  {
    from: 'a resource with two keys',
    of: 'project',
    body: { id: 1, uuid: '0b1e' },
    read: { refusedNaming: ['/id', '/uuid'] },
  },
  {
    from: 'two resources at one depth',
    of: 'project',
    body: { data: { id: 1 }, result: { id: 2 } },
    read: { refusedNaming: ['/data/id', '/result/id'] },
  },
  {
    from: 'another resource by its type',
    of: 'simulation',
    body: { data: { type: 'models', id: 'm1' } },
    read: { refusedNaming: ['/data/id'] },
  },
  {
    from: 'a list of files',
    of: 'model',
    body: [{ id: 1, upload_url: 'https://f/a?sig=1' }],
    read: { refusedNaming: ['/0/id'] },
  },
  {
    from: 'files that have keys and a model that has none',
    of: 'model',
    body: { files: [{ id: 1, name: 'a.inp', upload_url: 'https://f/a?sig=1' }] },
    read: { refusedNaming: ['/files/0/id'] },
  },
  { from: 'a text', of: 'project', body: 'p1', read: { refusedNaming: [] } },
  {
    from: 'a key of a driver',
    of: 'project',
    body: { acknowledged: true, insertedId: '65f1' },
    read: { refusedNaming: ['/insertedId'] },
  },
  {
    from: 'GraphQL',
    of: 'project',
    body: { data: { createProject: { id: 1 } } },
    read: { refusedNaming: ['/data/createProject/id'] },
  },
  { from: 'nothing', of: 'project', body: {}, read: { refusedNaming: [] } },
  {
    from: 'the documented name twice',
    of: 'project',
    body: { project_id: 'p1', parent: { project_id: 'p0' } },
    read: 'p1',
  },
  {
    from: 'the same name in other notations, with two values',
    of: 'project',
    body: { projectId: 'p1', ProjectId: 'p2' },
    read: { refusedNaming: ['/projectId', '/ProjectId'] },
  },
];
