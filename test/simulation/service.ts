import { stringifyExactly } from '../../src/client/core/exactJson';
import type { Identifier } from '../../src/client/core/types';
import type { LinkStyle } from './circumstances';
import type { World } from './world';

export type Id = Identifier;

interface StoredProject {
  readonly id: Id;
  readonly name: string;
  /** Number of the launch that requested it. */
  readonly createdFor: number | undefined;
}

interface StoredFile {
  readonly name: string;
  readonly size: number;
  readonly url: string;
  /** By the clock of the file server; ms since the epoch. */
  readonly expires: number;
  content?: Buffer;
  /** True time at which the service has registered the content. */
  registered: number;
}

export interface StoredModel {
  readonly id: Id;
  readonly name: string;
  readonly files: readonly StoredFile[];
  /** Number of the launch that requested it. */
  readonly createdFor: number;
  readonly material: unknown;
  /** Value with which it was finalised. */
  mesh?: unknown;
  finalised: 'no' | 'being' | 'yes';
  readonly isCorrupt: boolean;
}

interface StoredSimulation {
  readonly project: Id;
  readonly model: Id;
  /** Number of the launch that requested it. */
  readonly createdFor: number;
  readonly load: unknown;
}

/** The response of a server, before the network can change it. */
export interface Response {
  readonly status: number;
  readonly body: string;
  readonly type: string;
  /** Processing time of the server; ms. */
  readonly delayMs?: number;
}

export const serviceOrigin = 'https://service.example';
const fileServer = 'https://files.example';

/** Secret of the user, and the signature in the upload URLs of some services. */
export const apiKey = 'Key-4711-of-the-user';

/** Begins the last part of each upload URL. */
export const signatureMark = '&sig=';

/** The service and its file server, with everything that they store. */
export class Service {
  readonly projects: StoredProject[] = [];
  readonly models: StoredModel[] = [];
  readonly simulations: StoredSimulation[] = [];
  readonly filesByUrl = new Map<string, { readonly model: StoredModel; readonly file: StoredFile }>();
  isOut = false;
  #next = 1;

  constructor(readonly world: World) {}

  get now(): number {
    return this.world.queue.now + this.world.circumstances.serviceSkew;
  }

  newId(prefix: string): Id {
    const { identifiers } = this.world.circumstances.service;
    const number = this.#next++;
    if (identifiers === 'password' && prefix === 'prj') return number === 1 ? apiKey : `${apiKey}-${number}`;
    if (identifiers === 'long') return 9_007_199_254_740_993n + BigInt(2 * number);
    return identifiers === 'numbers' ? 1000 + number : `${prefix}-${number}`;
  }

  addProject(name: string, createdFor?: number): StoredProject {
    const project = { id: this.newId('prj'), name, createdFor };
    this.projects.push(project);
    return project;
  }

  /** A model that somebody has made elsewhere. */
  addModel(): StoredModel {
    const model: StoredModel = {
      id: this.newId('mod'),
      name: 'Existing',
      files: [],
      createdFor: -1,
      material: undefined,
      finalised: 'yes',
      isCorrupt: false,
    };
    this.models.push(model);
    return model;
  }

  modelOf(id: unknown): StoredModel | undefined {
    return this.models.find((model) => model.id === id || String(model.id) === id);
  }

  simulationsOf(project: Id, model: Id, load?: unknown): number {
    return this.simulations.filter(
      (one) => one.project === project && one.model === model && one.load === load,
    ).length;
  }

  createProject({ name }: { readonly name?: string }, createdFor: number): Response {
    const { id } = this.addProject(name ?? '', createdFor);
    return json(201, { project_id: id, name });
  }

  listProjects(): Response {
    return json(200, { projects: this.projects.map(({ id, name }) => ({ project_id: id, name })) });
  }

  createModel(
    asked: {
      readonly name?: string;
      readonly files?: readonly { name: string; size: number }[];
      readonly material?: unknown;
    },
    createdFor: number,
  ): Response {
    const id = this.newId('mod');
    const { random, circumstances } = this.world;
    const { uploadUrlLifetimeMs, corrupt } = circumstances.service;
    const files = (asked.files ?? []).map(({ name, size }): StoredFile => {
      const link = this.#link(id, this.now + uploadUrlLifetimeMs);
      return { name, size, ...link, registered: Infinity };
    });
    const model: StoredModel = {
      id,
      name: asked.name ?? '',
      files,
      createdFor,
      material: asked.material,
      finalised: 'no',
      isCorrupt: random.chance(corrupt),
    };
    this.models.push(model);
    for (const file of files) this.filesByUrl.set(file.url, { model, file });
    return json(201, { model_id: id, ...this.#linkList(files) });
  }

  finalise(id: string, { mesh }: { readonly mesh?: unknown } = {}): Response {
    const model = this.modelOf(id);
    if (model === undefined) return refusal(404, 'There is no such model');
    const { queue, circumstances } = this.world;
    const { finalisingMs, refusesFinalised } = circumstances.service;
    if (model.finalised === 'yes') {
      return refusesFinalised ? refusal(409, 'The model is already finalised') : json(200, {});
    }
    if (model.finalised === 'being') return refusal(409, 'The model is already being finalised');
    if (model.files.some(({ registered }) => registered > queue.now)) {
      return refusal(422, 'The model is incomplete: upload all files before it can be finalised');
    }
    if (model.isCorrupt) return refusal(422, 'Part wing is corrupt; the model cannot be finalised');
    model.mesh = mesh;
    model.finalised = finalisingMs === 0 ? 'yes' : 'being';
    queue.after(finalisingMs, () => (model.finalised = 'yes'));
    return { ...json(200, {}), delayMs: finalisingMs };
  }

  createSimulation(
    asked: { readonly project_id?: Id; readonly model_id?: Id; readonly load?: unknown },
    createdFor: number,
  ): Response {
    const { load } = asked;
    const { simulatesAnything, refusesDoubles, omitsResponseBody } = this.world.circumstances.service;
    const project = this.projects.find(({ id }) => id === asked.project_id);
    const model = this.modelOf(asked.model_id);
    if (project === undefined || model === undefined)
      return refusal(404, 'There is no such project or model');
    if (model.finalised !== 'yes' && !simulatesAnything) return refusal(409, 'The model is not finalised');
    if (refusesDoubles && this.simulationsOf(project.id, model.id, load) > 0) {
      return refusal(409, 'This model is simulated already');
    }
    this.simulations.push({ project: project.id, model: model.id, createdFor, load });
    return omitsResponseBody
      ? { status: 201, body: '', type: '' }
      : json(201, { simulation_id: this.newId('sim') });
  }

  /** A PUT to the file server, which has a clock of its own. */
  put(url: string, content: Buffer, length: string | undefined): Response {
    const found = this.filesByUrl.get(url);
    if (found === undefined) return forbidden('SignatureDoesNotMatch');
    const { file } = found;
    if (file.expires < this.now) return forbidden('ExpiredToken');
    if (length !== String(content.length)) return refusal(400, 'The length is wrong');
    file.content = content;
    file.registered = this.world.queue.now + this.world.circumstances.service.registrationMs;
    return { status: 200, body: '', type: '' };
  }

  /** @param end when it expires; the URL may state an end in whole seconds, and that counts */
  #link(model: Id, end: number): Pick<StoredFile, 'url' | 'expires'> {
    const { random, circumstances } = this.world;
    const path = `${fileServer}/put/${encodeURIComponent(String(model))}/${random.hex(8)}`;
    const signature = random.hex(24);
    const { query, expires } = stateEnd(circumstances.service.links, this.now, end);
    return { url: `${path}?${query}${signatureMark}${signature}`, expires };
  }

  #linkList(files: readonly StoredFile[]): Record<string, unknown> {
    const { random, circumstances } = this.world;
    switch (circumstances.service.list) {
      case 'byName':
        return { upload_urls: Object.fromEntries(files.map(({ name, url }) => [name, url])) };
      case 'inOrder':
        return { upload_urls: files.map(({ url }) => url) };
      case 'named':
        return { files: random.shuffled(files).map(({ name, url }) => ({ name, upload_url: url })) };
      case 'numbered': {
        const numbered = files.map(({ url }, index) => ({ file: index + 1, upload_url: url }));
        return { files: random.shuffled(numbered) };
      }
    }
  }
}

function stateEnd(style: LinkStyle, now: number, end: number): { query: string; expires: number } {
  const seconds = Math.round((end - now) / 1000);
  switch (style) {
    case 'signature':
      return { query: 'v=1', expires: end };
    case 'secondsFromNow':
      return { query: `expires=${seconds}`, expires: now + seconds * 1000 };
    case 'epoch': {
      const at = Math.floor(end / 1000);
      return { query: `Expires=${at}`, expires: at * 1000 };
    }
    case 'vendor': {
      const from = Math.floor(now / 1000);
      const date = new Date(from * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
      return { query: `X-Amz-Date=${date}&X-Amz-Expires=${seconds}`, expires: (from + seconds) * 1000 };
    }
    case 'withKey':
      return { query: `access_token=${apiKey}`, expires: end };
  }
}

function json(status: number, value: unknown): Response {
  return { status, body: stringifyExactly(value), type: 'application/json' };
}

function forbidden(code: string): Response {
  return { status: 403, body: `<Error><Code>${code}</Code></Error>`, type: 'application/xml' };
}

export function refusal(status: number, message: string): Response {
  return json(status, { message });
}
