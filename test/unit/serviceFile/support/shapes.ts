import type { Omission, OpenQuestion } from '../../../../src/serviceFile/openApi';
import type { ServiceBehaviour } from './describedService';

/** A service that a document describes, by the name of the document. */
export interface Shape extends ServiceBehaviour {
  /** The address of the service in its document; absent where it has none. */
  readonly address?: string;
  /** The bodies for a project, a model, its end and a simulation, when a person takes the first choices. */
  readonly sent: readonly unknown[];
  /** The identifiers that are read from the responses to these, without the third. */
  readonly ids: readonly unknown[];
  /** What the proposal says that it leaves out; nothing by default. */
  readonly omissions?: readonly Omission[];
  /** What the proposal asks; nothing by default. */
  readonly asks?: readonly OpenQuestion['about'][];
}

type Rows = readonly Readonly<Record<string, unknown>>[];

const uuid = (number: number) => `8f1c1d3e-0000-4000-8000-00000000000${number}`;
const token = ['authorization', 'Bearer team:wing'] as const;
const rowsOf = (value: unknown) => value as Rows;
const namesOf = (value: unknown) => value as readonly string[];

export const shapes: Readonly<Record<string, Shape>> = {
  fastApi: {
    sent: [
      { title: 'Study', department: 'Aerodynamics' },
      {
        label: 'deck',
        solver: 'implicit',
        artifacts: [
          { path: 'main.inp', bytes: 8 },
          { path: 'mesh.inc', bytes: 3 },
        ],
      },
      { total_bytes: 11 },
      { run: { project_uuid: uuid(1), model_uuid: uuid(2), cores: 4 } },
    ],
    ids: [uuid(1), uuid(2), uuid(3)],
    root: '',
    credential: ['x-team-token', 'team:wing'],
    listProjects: (all) => ({
      data: { items: all.map((one) => ({ uuid: uuid(1), ...one })), total: all.length },
    }),
    createProject: (body) => ({ data: { uuid: uuid(1), ...body } }),
    createModel: ({ artifacts }, putUrl) => ({
      data: {
        ref: { uuid: uuid(2), state: 'new' },
        uploads: rowsOf(artifacts).map((one, index) => ({ path: one['path'], put_url: putUrl(index) })),
      },
    }),
    createSimulation: () => ({ run: { uuid: uuid(3), number: 1 } }),
  },
  fastApiMap: {
    sent: [
      { project_name: 'Study' },
      { model_name: 'deck', files: ['main.inp', 'mesh.inc'] },
      undefined,
      { project_id: 1, model_id: 2, wall_time_h: 4 },
    ],
    ids: [1, 2, 3],
    root: '/hull',
    credential: token,
    listProjects: (all) => all.map((one) => ({ project_id: 1, ...one })),
    createProject: (body) => ({ project_id: 1, ...body }),
    createModel: ({ files }, putUrl) => ({
      model_id: 2,
      upload_urls: Object.fromEntries(namesOf(files).map((name, index) => [name, putUrl(index)])),
    }),
    createSimulation: () => ({ simulation_id: 3, status: 'queued' }),
  },
  fastApiPydantic2: {
    sent: [
      { name: 'Study' },
      {
        kind: 'upload',
        title: 'deck',
        files: [
          { filename: 'main.inp', size_bytes: 8 },
          { filename: 'mesh.inc', size_bytes: 3 },
        ],
        unit_system: 'SI',
      },
      { files: ['main.inp', 'mesh.inc'] },
      { project_id: 1, model_id: 2, cores: 4, label: 'deck' },
    ],
    ids: [1, 2, uuid(3)],
    root: '/blades/api',
    credential: token,
    listProjects: (all) => ({
      items: all.map((one) => ({ id: 1, created_at: '2026-11-30T08:00:00Z', ...one })),
      total: all.length,
      page: 1,
      size: 50,
      pages: 1,
    }),
    createProject: (body) => ({ id: 1, created_at: '2026-11-30T08:00:00Z', ...body }),
    createModel: ({ files }, putUrl) => ({
      model: { id: 2, state: 'new' },
      uploads: rowsOf(files).map((one, index) => ({
        filename: one['filename'],
        method: 'PUT',
        url: putUrl(index),
        expires_at: null,
      })),
    }),
    createSimulation: () => ({ simulation: { id: uuid(3) }, status_url: 'https://sim.example/status/3' }),
  },
  nest: {
    sent: [
      { displayName: 'Study' },
      {
        modelName: 'deck',
        inputFiles: [
          { fileName: 'main.inp', sizeInBytes: 8 },
          { fileName: 'mesh.inc', sizeInBytes: 3 },
        ],
        options: { precision: 'double' },
      },
      undefined,
      { projectId: uuid(1), modelId: uuid(2), cores: 8, urgency: 'normal' },
    ],
    ids: [uuid(1), uuid(2), uuid(3)],
    omissions: [{ kind: 'parameter', operation: 'listProjects', parameter: 'pageToken' }],
    root: '',
    credential: token,
    listProjects: (all) => ({
      total: all.length,
      nextPageToken: null,
      results: all.map((one) => ({ id: uuid(1), createdAt: '2026-11-30T08:00:00Z', ...one })),
    }),
    createProject: (body) => ({ id: uuid(1), createdAt: '2026-11-30T08:00:00Z', ...body }),
    createModel: ({ inputFiles }, putUrl) => ({
      modelId: uuid(2),
      uploads: rowsOf(inputFiles).map((one, index) => ({
        fileName: one['fileName'],
        signedUrl: putUrl(index),
      })),
    }),
    createSimulation: () => ({ simulationId: uuid(3), state: 'queued' }),
  },
  nestVersioned: {
    sent: [
      { title: 'Study' },
      { title: 'deck', filenames: ['main.inp', 'mesh.inc'], options: { mesh: 0 } },
      { files: ['main.inp', 'mesh.inc'] },
      { projectRef: 'p1', modelRef: 'm2', adaptive: true },
    ],
    ids: ['p1', 'm2', 's3'],
    omissions: [
      { kind: 'response', operation: 'listProjects' },
      { kind: 'response', operation: 'createProject' },
      { kind: 'response', operation: 'listReusableModels' },
      { kind: 'response', operation: 'createModel' },
      { kind: 'response', operation: 'createSimulation' },
    ],
    asks: ['server'],
    address: 'https://panel.example',
    root: '',
    credential: ['authorization', `Basic ${Buffer.from('team:wing').toString('base64')}`],
    listProjects: (all) => all.map((one) => ({ id: 'p1', ...one })),
    createProject: (body) => ({ id: 'p1', ...body }),
    createModel: ({ filenames }, putUrl) => ({
      id: 'm2',
      uploadUrls: namesOf(filenames).map((_, index) => putUrl(index)),
    }),
    createSimulation: () => ({ id: 's3' }),
  },
  spring: {
    sent: [
      { name: 'Study', customer: 'INTERNAL' },
      {
        label: 'deck',
        files: [
          { fileName: 'main.inp', contentLength: 8 },
          { fileName: 'mesh.inc', contentLength: 3 },
        ],
      },
      undefined,
      { projectId: 1, modelId: 2, numberOfCores: 8 },
    ],
    ids: [1, 2, 3],
    address: 'http://localhost:8080',
    root: '/solver',
    credential: ['authorization', `Basic ${Buffer.from('team:wing').toString('base64')}`],
    listProjects: (all) => ({
      content: all.map((one) => ({ id: 1, name: one['name'], owner: { id: 77, login: 'eva' } })),
      pageable: { offset: 0, pageNumber: 0, pageSize: 20, paged: true, unpaged: false },
      totalElements: all.length,
      totalPages: 1,
      first: true,
      last: true,
      size: 20,
      number: 0,
      numberOfElements: all.length,
      empty: all.length === 0,
    }),
    createProject: ({ name }) => ({ id: 1, name, owner: { id: 77, login: 'eva' } }),
    createModel: ({ files }, putUrl) => ({
      modelId: 2,
      status: 'NEW',
      signedUploads: rowsOf(files).map((one, index) => ({
        fileName: one['fileName'],
        uploadUrl: putUrl(index),
      })),
    }),
    createSimulation: ({ projectId, modelId }) => ({ simulationId: 3, projectId, modelId, state: 'QUEUED' }),
    // It does not say which words end a simulation.
    omissions: [{ kind: 'response', operation: 'readSimulation' }],
  },
  springHateoas: {
    sent: [
      { title: 'Study' },
      { title: 'deck', fileNames: ['main.inp', 'mesh.inc'] },
      undefined,
      { project: { id: 'p1' }, model: { id: 'm2' }, mode: 'steady' },
    ],
    ids: ['p1', 'm2', 's3'],
    address: 'https://sim.example',
    root: '/turbine',
    credential: token,
    listProjects: (all) => ({
      _embedded: {
        projects: all.map((one) => ({ projectId: 'p1', ...one, _links: { self: { href: '/p1' } } })),
      },
      _links: { self: { href: '/projects' } },
    }),
    createProject: (body) => ({ projectId: 'p1', ...body, _links: { self: { href: '/p1' } } }),
    createModel: ({ title, fileNames }, putUrl) => ({
      modelId: 'm2',
      title,
      uploadUrls: namesOf(fileNames).map((_, index) => putUrl(index)),
      _links: { self: { href: 'https://sim.example/models/m2' } },
    }),
    createSimulation: () => ({ simulationId: 's3', state: 'new', _links: {} }),
  },
  swashbuckle: {
    sent: [
      { title: 'Study' },
      {
        displayName: 'deck',
        solver: 0,
        files: [
          { path: 'main.inp', size: 8, contentType: 'application/octet-stream' },
          { path: 'mesh.inc', size: 3, contentType: 'application/octet-stream' },
        ],
      },
      undefined,
      { projectId: uuid(1), modelId: uuid(2), timeStep: 4 },
    ],
    ids: [uuid(1), uuid(2), uuid(3)],
    omissions: [
      { kind: 'path', operation: 'listProjects', path: '/api/v3/Projects' },
      { kind: 'path', operation: 'createProject', path: '/api/v3/Projects' },
      { kind: 'path', operation: 'createModel', path: '/api/v3/Models' },
      { kind: 'path', operation: 'finaliseModel', path: '/api/v3/Models/{modelId}/finalise' },
      { kind: 'path', operation: 'createSimulation', path: '/api/v3/Simulations' },
    ],
    root: '',
    credential: ['authorization', 'team:wing'],
    listProjects: (all) => ({ value: all.map((one) => ({ id: uuid(1), ...one })), count: all.length }),
    createProject: (body) => ({ id: uuid(1), ...body }),
    createModel: ({ files }, putUrl) => ({
      id: uuid(2),
      uploadSlots: rowsOf(files).map((one, index) => ({
        path: one['path'],
        sasUri: putUrl(index),
        expiresOn: '2030-01-01T00:00:00Z',
      })),
    }),
    createSimulation: () => ({ id: uuid(3), status: null }),
  },
  aspNetCore: {
    sent: [
      { name: 'Study', budgetCode: 4 },
      { name: 'deck', totalBytes: 11, fileNames: ['main.inp', 'mesh.inc'] },
      undefined,
      { projectId: 1, modelId: 2, steps: 4, precision: 'single' },
    ],
    ids: [1, 2, 3],
    address: 'https://sim.example',
    root: '',
    credential: token,
    listProjects: (all) => all.map(({ name }) => ({ projectId: 1, name })),
    createProject: ({ name }) => ({ projectId: 1, name }),
    createModel: ({ fileNames }, putUrl) => ({
      modelId: 2,
      uploads: Object.fromEntries(
        namesOf(fileNames).map((name, index) => [name, { method: 'PUT', url: putUrl(index) }]),
      ),
    }),
    createSimulation: () => ({ simulationId: 3 }),
  },
  severalServers: {
    sent: [
      { projectName: 'Study' },
      { modelName: 'deck', artifacts: ['main.inp', 'mesh.inc'] },
      undefined,
      { projectKey: 'p1', modelKey: 'm2' },
    ],
    ids: ['p1', 'm2', 's3'],
    asks: ['server', 'prefix'],
    address: 'https://{region}.sim.example',
    root: '/rest',
    credential: ['x-acoustics-key', 'team:wing'],
    listProjects: (all) => all.map((one) => ({ projectKey: 'p1', ...one })),
    createProject: () => ({ projectKey: 'p1' }),
    createModel: ({ artifacts }, putUrl) => ({
      modelKey: 'm2',
      uploadLinks: namesOf(artifacts).map((_, index) => putUrl(index)),
    }),
    createSimulation: () => ({ simulationKey: 's3' }),
  },
  referenceChains: {
    sent: [
      { name: 'Study', unit: 'mm' },
      {
        name: 'deck',
        files: [
          { path: 'main.inp', bytes: 8 },
          { path: 'mesh.inc', bytes: 3 },
        ],
      },
      undefined,
      { project_id: 'p1', model_id: 'm2' },
    ],
    ids: ['p1', 'm2', 's3'],
    address: 'https://sim.example',
    root: '',
    listProjects: (all) => ({ projects: all.map((one) => ({ project_id: 'p1', ...one, children: [] })) }),
    createProject: (body) => ({ project_id: 'p1', ...body }),
    createModel: ({ files }, putUrl) => ({
      model_id: 'm2',
      files: rowsOf(files).map((one, index) => ({ path: one['path'], upload_url: putUrl(index) })),
    }),
    createSimulation: () => ({ simulation_id: 's3' }),
  },
};
