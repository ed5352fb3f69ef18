/**
 * Lists as frameworks and services of this trade send them, with what a person would read in each. They were written
 * before anybody looked at the code that reads them; where that code changes, this file does not.
 */
export interface ListShape {
  /** Who sends lists of this shape. */
  readonly from: string;
  readonly of: 'projects' | 'models';
  readonly body: unknown;
  /** The identifiers and names that are read, or what the refusal has to name. */
  readonly read: readonly (readonly [id: string | number, name?: string])[] | Refusal;
}

/** The response is not read without a setting; the message names each of these paths. */
export interface Refusal {
  readonly refusedNaming: readonly string[];
}

const two = [
  { id: 7, name: 'Bridge' },
  { id: 8, name: 'Tower' },
];
const readTwo = [
  [7, 'Bridge'],
  [8, 'Tower'],
] as const;

/** Shapes with which no setting is needed. */
export const readLists: readonly ListShape[] = [
  {
    from: 'Django REST framework, page number pagination',
    of: 'projects',
    body: { count: 2, next: null, previous: null, results: two },
    read: readTwo,
  },
  { from: 'FastAPI, json-server, Rails: a bare array', of: 'projects', body: two, read: readTwo },
  {
    from: 'Spring Data, a page',
    of: 'projects',
    body: {
      content: two,
      pageable: { sort: { sorted: false, empty: true }, pageNumber: 0, pageSize: 20, offset: 0, paged: true },
      totalElements: 2,
      totalPages: 1,
      last: true,
      first: true,
      number: 0,
      size: 20,
      numberOfElements: 2,
      sort: { sorted: false, empty: true },
      empty: false,
    },
    read: readTwo,
  },
  {
    from: 'Spring Data of older versions, whose sort is a list',
    of: 'projects',
    body: { content: two, last: true, totalElements: 2, sort: [{ direction: 'ASC', property: 'name' }] },
    read: readTwo,
  },
  {
    from: 'Spring HATEOAS',
    of: 'projects',
    body: {
      _embedded: {
        projectModelList: [{ id: 7, name: 'Bridge', _links: { self: { href: 'http://h/projects/7' } } }],
      },
      _links: { self: { href: 'http://h/projects' } },
      page: { size: 20, totalElements: 1, totalPages: 1, number: 0 },
    },
    read: [[7, 'Bridge']],
  },
  {
    from: 'HAL with an owner embedded in each element',
    of: 'projects',
    body: {
      total: 1,
      _embedded: { projects: [{ id: 'p1', title: 'Bridge', _embedded: { owner: { id: 9, name: 'Ann' } } }] },
    },
    read: [['p1', 'Bridge']],
  },
  {
    from: 'JSON:API',
    of: 'projects',
    body: {
      data: [
        {
          type: 'projects',
          id: '1',
          attributes: { name: 'Bridge' },
          relationships: { owner: { data: { type: 'people', id: '9' } } },
        },
      ],
      included: [{ type: 'people', id: '9', attributes: { name: 'Ann' } }],
      meta: { total: 1 },
      links: { self: '/projects' },
    },
    read: [['1', 'Bridge']],
  },
  {
    from: 'JSON:API with another name for the name',
    of: 'models',
    body: { data: [{ type: 'models', id: '1', attributes: { 'display-name': 'Beam' } }] },
    read: [['1', 'Beam']],
  },
  {
    from: 'OData in C#',
    of: 'projects',
    body: {
      '@odata.context': 'http://h/$metadata#Projects',
      '@odata.count': 1,
      value: [{ Id: 7, Name: 'Bridge' }],
    },
    read: [[7, 'Bridge']],
  },
  {
    from: 'OData with the identifier in capitals',
    of: 'models',
    body: { value: [{ ID: 'a1', Title: 'Beam' }] },
    read: [['a1', 'Beam']],
  },
  {
    from: 'Hydra, API Platform 2',
    of: 'projects',
    body: {
      '@context': '/contexts/Project',
      '@id': '/projects',
      '@type': 'hydra:Collection',
      'hydra:totalItems': 1,
      'hydra:member': [{ '@id': '/projects/1', '@type': 'Project', id: 1, name: 'Bridge' }],
      'hydra:search': {
        '@type': 'hydra:IriTemplate',
        'hydra:mapping': [
          { '@type': 'IriTemplateMapping', variable: 'name', property: 'name', required: false },
        ],
      },
    },
    read: [[1, 'Bridge']],
  },
  {
    from: 'Hydra, API Platform 4',
    of: 'projects',
    body: {
      '@id': '/projects',
      '@type': 'Collection',
      totalItems: 1,
      member: [{ '@id': '/projects/1', id: 1, label: 'B' }],
    },
    read: [[1, 'B']],
  },
  {
    from: 'Express with Mongoose',
    of: 'projects',
    body: [{ _id: '65f1c0ffee', name: 'Bridge', __v: 0 }],
    read: [['65f1c0ffee', 'Bridge']],
  },
  {
    from: 'Mongoose with virtuals, where id repeats _id',
    of: 'projects',
    body: [{ _id: '65f1c0ffee', id: '65f1c0ffee', name: 'Bridge' }],
    read: [['65f1c0ffee', 'Bridge']],
  },
  {
    from: 'mongoose-paginate',
    of: 'models',
    body: {
      docs: [{ _id: '65f1', title: 'Beam' }],
      totalDocs: 1,
      limit: 10,
      hasNextPage: false,
      nextPage: null,
      page: 1,
    },
    read: [['65f1', 'Beam']],
  },
  {
    from: 'Laravel, a paginated resource',
    of: 'projects',
    body: {
      data: [{ id: 7, title: 'Bridge' }],
      links: { first: 'http://h/projects?page=1', last: 'http://h/projects?page=1', prev: null, next: null },
      meta: {
        current_page: 1,
        last_page: 1,
        links: [
          { url: null, label: '&laquo; Previous', active: false },
          { url: 'http://h/projects?page=1', label: '1', active: true },
        ],
        total: 1,
      },
    },
    read: [[7, 'Bridge']],
  },
  {
    from: 'an envelope with its own identifier',
    of: 'projects',
    body: { id: 'req-4711', status: 'ok', results: two },
    read: readTwo,
  },
  {
    from: 'an envelope with the one who asks',
    of: 'projects',
    body: { user: { id: 3, name: 'Ann' }, meta: { request: { id: 'r1' } }, items: two },
    read: readTwo,
  },
  {
    from: 'a list of cards with a cursor',
    of: 'projects',
    body: {
      object: 'list',
      url: '/v1/projects',
      has_more: false,
      data: [{ id: 'prj_1', object: 'project', name: 'B' }],
    },
    read: [['prj_1', 'B']],
  },
  {
    from: 'elements with owners, tags and members that have identifiers',
    of: 'projects',
    body: {
      results: [
        {
          owner: { id: 5, login: 'ann' },
          tags: [{ id: 10, name: 'steel' }],
          members: [{ id: 5 }, { id: 6 }],
          id: 1,
          name: 'Bridge',
        },
        { owner: { id: 5, login: 'ann' }, tags: [], members: [], id: 2, name: 'Tower' },
      ],
    },
    read: [
      [1, 'Bridge'],
      [2, 'Tower'],
    ],
  },
  {
    from: 'projects that have models of the same key',
    of: 'projects',
    body: { projects: [{ id: 'p1', name: 'Bridge', models: [{ id: 'm1', name: 'Beam' }] }] },
    read: [['p1', 'Bridge']],
  },
  {
    from: 'both resources in one response',
    of: 'projects',
    body: { projects: [{ id: 1, name: 'Bridge' }], models: [{ id: 1, name: 'Beam' }] },
    read: [[1, 'Bridge']],
  },
  {
    from: 'both resources in one response, the other one',
    of: 'models',
    body: { projects: [{ id: 1, name: 'Bridge' }], models: [{ id: 2, name: 'Beam' }] },
    read: [[2, 'Beam']],
  },
  {
    from: 'camel case',
    of: 'projects',
    body: { projects: [{ projectId: 'p1', name: 'Bridge' }] },
    read: [['p1', 'Bridge']],
  },
  {
    from: 'Pascal case, ASP.NET of older versions',
    of: 'models',
    body: { Models: [{ ModelId: 4, DisplayName: 'Beam' }] },
    read: [[4, 'Beam']],
  },
  { from: 'hyphens', of: 'projects', body: [{ 'project-id': 'p1', label: 'B' }], read: [['p1', 'B']] },
  { from: 'capitals', of: 'projects', body: [{ PROJECT_ID: 'p1', NAME: 'B' }], read: [['p1', 'B']] },
  { from: 'projectID', of: 'projects', body: [{ projectID: 'p1', displayName: 'B' }], read: [['p1', 'B']] },
  {
    from: 'the documented name beside a key of the database',
    of: 'projects',
    body: { results: [{ id: 1, project_id: 'p-1', name: 'Bridge' }] },
    read: [['p-1', 'Bridge']],
  },
  {
    from: 'the same name in another notation beside a key of the database',
    of: 'models',
    body: { results: [{ id: 1, modelId: 'm-1', name: 'Beam' }] },
    read: [['m-1', 'Beam']],
  },
  {
    from: 'models that name their project',
    of: 'models',
    body: { items: [{ id: 'm1', project_id: 'p1', name: 'Beam' }] },
    read: [['m1', 'Beam']],
  },
  {
    from: 'uuid',
    of: 'projects',
    body: { data: { items: [{ uuid: '0b1e', name: 'B' }] } },
    read: [['0b1e', 'B']],
  },
  {
    from: 'SCIM',
    of: 'projects',
    body: {
      schemas: ['urn:x'],
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ id: 'p1', displayName: 'B' }],
    },
    read: [['p1', 'B']],
  },
  {
    from: 'a search engine',
    of: 'projects',
    body: {
      took: 3,
      hits: { total: { value: 1 }, hits: [{ _index: 'projects', _id: '1', _source: { name: 'B' } }] },
    },
    read: [['1']],
  },
  {
    from: 'lists of errors and warnings that are empty',
    of: 'projects',
    body: { errors: [], warnings: [], messages: [], results: two },
    read: readTwo,
  },
  {
    from: 'tags beside the list, none today',
    of: 'projects',
    body: { results: two, tags: [] },
    read: readTwo,
  },
  {
    from: 'links as a list',
    of: 'projects',
    body: { items: two, links: [{ rel: 'self', href: '/projects' }] },
    read: readTwo,
  },
  {
    from: 'Django REST framework, nothing',
    of: 'projects',
    body: { count: 0, next: null, previous: null, results: [] },
    read: [],
  },
  { from: 'a bare array, nothing', of: 'projects', body: [], read: [] },
  {
    from: 'JSON:API, nothing',
    of: 'projects',
    body: { data: [], included: [], links: {}, meta: {} },
    read: [],
  },
  { from: 'errors and results, nothing', of: 'projects', body: { errors: [], results: [] }, read: [] },
  {
    from: 'Spring HATEOAS, nothing',
    of: 'projects',
    body: {
      _links: { self: { href: 'http://h/p' } },
      page: { size: 20, totalElements: 0, totalPages: 0, number: 0 },
    },
    read: [],
  },
  {
    from: 'the resource by its name, nothing, beside tags',
    of: 'projects',
    body: { projects: [], tags: [{ id: 1, name: 'steel' }] },
    read: [],
  },
];

/** Shapes in which two things could be taken for each other, or nothing can be told: a setting is needed. */
export const refusedLists: readonly ListShape[] = [
  ...['folders', 'workspaces', 'groups', 'activities'].map((name): ListShape => ({
    from: `a service with ${name}`,
    of: 'projects',
    body: { [name]: [{ id: 'g1', name: 'G' }] },
    read: { refusedNaming: [`/${name}/0/id`] },
  })),
  ...['areas', 'items'].map((name): ListShape => ({
    from: `a service with projects in ${name}`,
    of: 'projects',
    body: { [name]: [{ id: 'g1', name: 'G', projects: [{ id: 'p1', name: 'A' }] }] },
    read: { refusedNaming: [`/${name}/0/id`, `/${name}/0/projects`] },
  })),
  {
    from: 'a list in which two elements share an id',
    of: 'projects',
    body: {
      items: [
        { id: 1, name: 'A' },
        { id: 1, name: 'B' },
      ],
    },
    read: { refusedNaming: ['/items/0/id', '/items/1/id'] },
  },
  {
    from: 'a list with the documented name inside of its elements',
    of: 'projects',
    body: { rows: [{ name: 'A', ref: { project_id: 5 } }] },
    read: { refusedNaming: ['no ID at /rows/0', '/rows/0/ref/project_id'] },
  },
  {
    from: 'two lists with identifiers',
    of: 'projects',
    body: { results: two, users: [{ id: 9, name: 'Ann' }] },
    read: { refusedNaming: ['/results/0/id', '/users/0/id'] },
  },
  {
    from: 'active and archived',
    of: 'projects',
    body: { active: [{ id: 1 }], archived: [{ id: 2 }] },
    read: { refusedNaming: ['/active/0/id', '/archived/0/id'] },
  },
  {
    from: 'two lists at different depths',
    of: 'models',
    body: { items: [{ id: 1 }], meta: { owners: [{ id: 2 }] } },
    read: { refusedNaming: ['/items/0/id', '/meta/owners/0/id'] },
  },
  {
    from: 'no results, and tags that have identifiers',
    of: 'projects',
    body: { results: [], tags: [{ id: 1, name: 'steel' }] },
    read: { refusedNaming: ['/results', '/tags/0/id'] },
  },
  {
    from: 'the other resource alone',
    of: 'projects',
    body: { models: [{ id: 'm1', name: 'Beam' }] },
    read: { refusedNaming: [] },
  },
  {
    from: 'the other resource alone, by its type',
    of: 'projects',
    body: { data: [{ type: 'models', id: 'm1', attributes: { name: 'Beam' } }] },
    read: { refusedNaming: [] },
  },
  {
    from: 'errors with identifiers and nothing else',
    of: 'projects',
    body: { errors: [{ id: 'e1', title: 'Busy' }] },
    read: { refusedNaming: [] },
  },
  {
    from: 'GraphQL edges',
    of: 'projects',
    body: { data: { projects: { edges: [{ cursor: 'a', node: { id: '1', name: 'B' } }] } } },
    read: { refusedNaming: ['/data/projects/edges/0/node/id'] },
  },
  {
    from: 'one element without an identifier',
    of: 'projects',
    body: { results: [{ id: 1, name: 'Bridge' }, { name: 'Tower' }] },
    read: { refusedNaming: ['/results/1'] },
  },
  {
    from: 'a key of the database and another one for the world',
    of: 'projects',
    body: [{ id: 1, uuid: '0b1e', name: 'Bridge' }],
    read: { refusedNaming: ['/0/id', '/0/uuid'] },
  },
  {
    from: 'a map',
    of: 'projects',
    body: { projects: { p1: { name: 'B' }, p2: { name: 'T' } } },
    read: { refusedNaming: [] },
  },
  {
    from: 'texts',
    of: 'projects',
    body: { projects: ['p1', 'p2'] },
    read: { refusedNaming: [] },
  },
  {
    from: 'columns',
    of: 'projects',
    body: { columns: ['id', 'name'], rows: [[1, 'B']] },
    read: { refusedNaming: [] },
  },
  {
    from: 'MongoDB extended JSON',
    of: 'projects',
    body: [{ _id: { $oid: '65f1' }, name: 'B' }],
    read: { refusedNaming: ['/0/_id/$oid'] },
  },
  {
    from: 'Kubernetes',
    of: 'projects',
    body: { kind: 'ProjectList', items: [{ metadata: { name: 'b', uid: '0b1e' } }] },
    read: { refusedNaming: [] },
  },
  {
    from: 'resource names',
    of: 'projects',
    body: { projects: [{ name: 'projects/1', displayName: 'Bridge' }], nextPageToken: '' },
    read: { refusedNaming: [] },
  },
  {
    from: 'the documented name somewhere else',
    of: 'projects',
    body: { default: { project_id: 'p9' }, results: two },
    read: { refusedNaming: [] },
  },
  {
    from: 'an owner in each element and no key of its own',
    of: 'projects',
    body: { results: [{ name: 'Bridge', owner: { id: 5 } }] },
    read: { refusedNaming: ['/results/0/owner/id'] },
  },
  {
    from: 'two elements with one identifier',
    of: 'projects',
    body: {
      rows: [
        { id: 1, line: 1, name: 'A' },
        { id: 1, line: 2, name: 'B' },
      ],
    },
    read: { refusedNaming: ['/rows'] },
  },
  {
    from: 'an object without a list and its own key',
    of: 'projects',
    body: { id: 1, name: 'Bridge' },
    read: { refusedNaming: [] },
  },
];
