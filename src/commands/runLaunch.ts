import * as vscode from 'vscode';
import type { Identifier, ModelId, ProjectId } from '../client/types';
import type { ConnectedService } from '../connection';
import { showError } from '../errorReport';
import {
  finaliseModel,
  launch,
  type LaunchEvent,
  type LaunchPlan,
  type LaunchResult,
} from '../launch/launch';
import type { KnownModel } from '../launch/modelLedger';
import type { CommandContext } from './context';
import { withLaunchProgress } from './launchProgress';

/** What follows a launch: told as an offer in its last message. */
export interface NextSteps {
  readonly finalise: (model: KnownModel) => Promise<void>;
  readonly createSimulation: (modelId: ModelId) => Promise<void>;
}

/** Carries out a launch under a progress notification, notes what it made, and says how it ended. */
export async function runLaunch(
  context: CommandContext,
  { title, plan, service }: { title: string; plan: LaunchPlan; service: ConnectedService },
  next: NextSteps,
): Promise<void> {
  const record = new LaunchRecord(context, service, plan);
  try {
    const result = await withLaunchProgress(title, (signal, showEvent) =>
      launch(plan, {
        client: service.client,
        parallelFiles: context.settings.parallelFiles,
        signal,
        onEvent: (event) => {
          record.note(event);
          showEvent(event);
        },
      }),
    );
    if (result === undefined) context.log.info('The launch was cancelled.');
    else void showResult(result, record, next);
  } catch (error) {
    context.log.error(String(error));
    void showError(error, record.leftBehind());
  } finally {
    await record.written;
  }
}

/** Finalises a model that was uploaded before. */
export async function runFinalise(
  context: CommandContext,
  { title, model, service }: { title: string; model: KnownModel; service: ConnectedService },
  next: NextSteps,
): Promise<void> {
  const done = await withLaunchProgress(title, async (signal, onEvent) => {
    await finaliseModel(model.id, { client: service.client, signal, onEvent });
    return true;
  });
  if (done !== true) return;
  const finalised: KnownModel = { ...model, state: 'finalised' };
  await context.ledger.note(finalised);
  void showFinalised(model.id, next);
}

/** Follows the events of one launch: what exists by now, and where that has to be noted. */
class LaunchRecord {
  /** Settled when all that was noted is stored. */
  written: Promise<unknown> = Promise.resolve();
  known: KnownModel | undefined;
  #created: ModelId | undefined;

  constructor(
    private readonly context: CommandContext,
    private readonly service: ConnectedService,
    private readonly plan: LaunchPlan,
  ) {}

  note(event: LaunchEvent): void {
    if (event.kind !== 'uploading') this.context.log.info(eventLine(event));
    switch (event.kind) {
      case 'projectCreated':
        this.#write(() => this.context.projects.add(event.project));
        this.#write(() => this.context.memory.remember('project', this.service, event.project.id));
        break;
      case 'modelCreated':
        this.#created = event.id;
        break;
      case 'uploaded':
        this.#noteModel(event.id, 'uploaded');
        break;
      case 'finalised':
        this.#noteModel(event.id, 'finalised');
        break;
      default:
    }
  }

  /** What a failed launch leaves on the service, as a sentence. */
  leftBehind(): string | undefined {
    if (this.known?.state === 'finalised') {
      return vscode.l10n.t('Model {0} is finalised and can be used in a simulation.', this.known.id);
    }
    if (this.known !== undefined) {
      return vscode.l10n.t('Model {0} is uploaded; “Finalise Model…” goes on from there.', this.known.id);
    }
    if (this.#created !== undefined) {
      return vscode.l10n.t(
        'Model {0} was created and is not finalised, so it cannot be used.',
        this.#created,
      );
    }
    return undefined;
  }

  #noteModel(id: ModelId, state: KnownModel['state']): void {
    const { model } = this.plan;
    if (!('files' in model)) return;
    const known: KnownModel = {
      baseUrl: this.service.baseUrl.href,
      variant: this.service.variant,
      id,
      name: model.name,
      files: model.files.length,
      size: model.files.reduce((sum, file) => sum + file.size, 0),
      state,
      uploadedAt: Date.now(),
    };
    this.known = known;
    this.#write(() => this.context.ledger.note(known));
  }

  #write(write: () => Promise<void>): void {
    this.written = this.written.then(write);
  }
}

function eventLine(event: Exclude<LaunchEvent, { kind: 'uploading' }>): string {
  switch (event.kind) {
    case 'projectCreated':
      return `Project ${event.project.id} created`;
    case 'modelCreated':
    case 'uploaded':
    case 'finalising':
    case 'finalised':
      return `Model ${event.id}: ${event.kind}`;
    case 'simulationCreated':
      return `Simulation ${event.simulation.id ?? 'without an identifier'} created`;
    default:
      return event.kind;
  }
}

async function showResult(result: LaunchResult, record: LaunchRecord, next: NextSteps): Promise<void> {
  const { known } = record;
  if (result.simulation !== undefined) {
    await showSimulation(result.simulation.id, result.projectId, result.modelId);
  } else if (known?.state === 'uploaded') {
    const text = vscode.l10n.t('Model {0} was uploaded and is not finalised yet.', result.modelId);
    await offer(text, result.modelId, { label: vscode.l10n.t('Finalise'), run: () => next.finalise(known) });
  } else {
    await showFinalised(result.modelId, next);
  }
}

async function showFinalised(modelId: ModelId, next: NextSteps): Promise<void> {
  await offer(vscode.l10n.t('Model {0} was uploaded and finalised.', modelId), modelId, {
    label: vscode.l10n.t('Create Simulation'),
    run: () => next.createSimulation(modelId),
  });
}

async function showSimulation(
  id: Identifier | undefined,
  projectId: ProjectId | undefined,
  modelId: ModelId,
): Promise<void> {
  const where = [modelId, projectId ?? ''] as const;
  if (id === undefined) {
    const text = vscode.l10n.t('A simulation of model {0} was created in project {1}.', ...where);
    await offer(text, modelId);
  } else {
    const text = vscode.l10n.t('Simulation {0} of model {1} was created in project {2}.', id, ...where);
    await offer(text, id);
  }
}

/** A message with the identifier that matters, to copy, and at most one next step. */
async function offer(
  text: string,
  id: Identifier,
  step?: { readonly label: string; readonly run: () => Promise<void> },
): Promise<void> {
  const copy = vscode.l10n.t('Copy ID');
  const labels = step === undefined ? [copy] : [step.label, copy];
  const chosen = await vscode.window.showInformationMessage(text, ...labels);
  if (chosen === copy) await vscode.env.clipboard.writeText(String(id));
  else if (chosen !== undefined) await step?.run();
}
