import { randomBytes } from 'node:crypto';

/** An uploaded file without its bytes, which the emulator does not keep. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** A project; times are ISO 8601 in UTC. */
export interface EmulatedProject {
  readonly project_id: string;
  readonly name: string;
  readonly created_at: string;
}

/** An announced file of a model, and what is stored of it once uploaded. */
export interface EmulatedFile {
  readonly name: string;
  /** Announced size in bytes. */
  readonly size: number;
  readonly stored?: StoredFile;
}

export interface EmulatedModel {
  readonly model_id: string;
  readonly name: string;
  /** Empty for models created through the service. */
  readonly description: string;
  readonly created_at: string;
  readonly status: 'created' | 'finalised';
  /** Known only to the second variant (src/client/README.md, Variants). */
  readonly reusable: boolean;
  readonly files: readonly EmulatedFile[];
}

export interface EmulatedSimulation {
  readonly simulation_id: string;
  readonly project_id: string;
  readonly model_id: string;
  readonly status: 'queued';
  readonly created_at: string;
}

/** A simulation as it is at a moment. */
export interface ReadSimulation extends Omit<EmulatedSimulation, 'status'> {
  readonly status: 'queued' | 'running' | 'done' | 'failed';
  /** Share of the work that is done, such as `40 %`; only while it runs. */
  readonly progress?: string;
}

/** How long a simulation waits, and how long it then runs; ms. Nothing is computed. */
export const simulationTimes = { queuedMs: 2_000, runningMs: 18_000 };

type OpenModel = Omit<EmulatedModel, 'status' | 'files'> & {
  status: EmulatedModel['status'];
  readonly files: EmulatedFile[];
};

const seedProjects = ['Bracket fatigue study', 'Wing box static loads'];

const seedModels = [
  { name: 'Cantilever beam, 12 000 elements', description: 'Clamped at one end, tip load in z.' },
  { name: 'Pressure vessel, quarter symmetry', description: 'Shell elements, internal pressure 2 MPa.' },
];

/** Projects, models and simulations in memory, each kind in order of creation. */
export class ServiceState {
  readonly #projectsById = new Map<string, EmulatedProject>();
  readonly #modelsById = new Map<string, OpenModel>();
  readonly #simulationsById = new Map<string, EmulatedSimulation>();
  readonly #failing = new Set<string>();
  /** Whether the next simulation ends with a failure. */
  failNextSimulation = false;

  readonly #now: () => number;

  /** Starts with two projects and two reusable models; `now` gives ms since epoch. */
  constructor(now: () => number) {
    this.#now = now;
    for (const name of seedProjects) this.addProject(name);
    for (const seed of seedModels) this.addModel({ ...seed, status: 'finalised', reusable: true, files: [] });
  }

  get projects(): readonly EmulatedProject[] {
    return [...this.#projectsById.values()];
  }

  /** Copies: they do not reflect later uploads and finalise operations. */
  get models(): readonly EmulatedModel[] {
    return [...this.#modelsById.values()].map((model) => ({ ...model, files: [...model.files] }));
  }

  get simulations(): readonly EmulatedSimulation[] {
    return [...this.#simulationsById.values()];
  }

  project(id: string): EmulatedProject | undefined {
    return this.#projectsById.get(id);
  }

  /** The model itself, not a copy. */
  model(id: string): EmulatedModel | undefined {
    return this.#modelsById.get(id);
  }

  addProject(name: string): EmulatedProject {
    const project = { project_id: createId('prj'), name, created_at: this.#time() };
    this.#projectsById.set(project.project_id, project);
    return project;
  }

  addModel(
    fields: Pick<EmulatedModel, 'name' | 'description' | 'status' | 'reusable' | 'files'>,
  ): EmulatedModel {
    const files = [...fields.files];
    const model: OpenModel = { ...fields, files, model_id: createId('mdl'), created_at: this.#time() };
    this.#modelsById.set(model.model_id, model);
    return model;
  }

  /** Stores one file, replacing an earlier one. Does nothing for a file that no model announced. */
  storeFile(modelId: string, index: number, stored: StoredFile): void {
    const files = this.#modelsById.get(modelId)?.files;
    const file = files?.[index];
    if (files !== undefined && file !== undefined) files[index] = { ...file, stored };
  }

  /** Does nothing for an unknown model. */
  finalise(modelId: string): void {
    const model = this.#modelsById.get(modelId);
    if (model !== undefined) model.status = 'finalised';
  }

  addSimulation(projectId: string, modelId: string): EmulatedSimulation {
    const simulation: EmulatedSimulation = {
      simulation_id: createId('sim'),
      project_id: projectId,
      model_id: modelId,
      status: 'queued',
      created_at: this.#time(),
    };
    this.#simulationsById.set(simulation.simulation_id, simulation);
    if (this.failNextSimulation) this.#failing.add(simulation.simulation_id);
    this.failNextSimulation = false;
    return simulation;
  }

  readSimulation(id: string): ReadSimulation | undefined {
    const simulation = this.#simulationsById.get(id);
    if (simulation === undefined) return undefined;
    const { queuedMs, runningMs } = simulationTimes;
    const ranMs = this.#now() - Date.parse(simulation.created_at) - queuedMs;
    if (ranMs < 0) return simulation;
    const isFailing = this.#failing.has(id);
    if (ranMs >= (isFailing ? runningMs / 2 : runningMs))
      return { ...simulation, status: isFailing ? 'failed' : 'done' };
    return { ...simulation, status: 'running', progress: `${Math.floor((100 * ranMs) / runningMs)} %` };
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

function createId(kind: 'prj' | 'mdl' | 'sim'): string {
  return `${kind}_${randomBytes(8).toString('hex')}`;
}
