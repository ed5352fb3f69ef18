import * as vscode from 'vscode';
import { exactJson } from '../client/exactJson';
import { bodySoFar, type Known } from '../client/requestBodies';
import type { Json } from '../client/template';
import type { BodyOperation } from '../client/types';
import type { ConnectedService } from '../connection';
import type { LaunchAnswers } from '../launch/journalEntry';
import type { CommandContext } from './context';
import type { ModelChoice } from './modelStep';
import type { ProjectState } from './projectSteps';
import { promptSteps } from './promptSteps';
import type { StepButton } from './quickInput';
import type { Step } from './steps';
import type { UploadState } from './uploadSteps';

/** The answers so far to the questions about a launch that is being planned, whichever flow plans it. */
export type RequestState = Omit<UploadState, 'service'> &
  Omit<ProjectState, 'service'> & {
    readonly model?: ModelChoice | undefined;
    readonly answers?: LaunchAnswers;
  };

export interface RequestFlow {
  readonly title: string;
  readonly service: ConnectedService;
  /** Whether the flow asks for a project. */
  readonly project: boolean;
  /** Whether it ends with a simulation, if the model is finalised by then. */
  readonly simulate: boolean;
}

/** The requests with bodies that a flow leads to: what they ask for, and a look at them before they are sent. */
export interface RequestSteps<S> {
  /** One step for each prompt; to be asked when everything else is known. */
  readonly prompts: (state: S) => Step<S>[];
  /** Opens the bodies as far as they are known. */
  readonly show: (state: S) => void;
}

export function requestSteps<S extends RequestState>(
  context: CommandContext,
  flow: RequestFlow,
): RequestSteps<S> {
  const { templates } = flow.service.shape;
  const show = (state: S): void => {
    const text = previewText(context, flow, state);
    context.requestDocuments.show(text).catch((error: unknown) => context.log.failed(error));
  };
  const buttons = (state: S) => [bodiesButton(() => show(state))];
  const prompts = (state: S) =>
    operationsOf(context, flow, state, false).flatMap((operation) =>
      promptSteps<S>({ title: flow.title, operation, buttons }, templates[operation]?.prompts ?? []),
    );
  return { prompts, show };
}

export function bodiesButton(run: () => void): StepButton {
  return { iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Show Request Bodies'), run };
}

function previewText(context: CommandContext, flow: RequestFlow, state: RequestState): string {
  const { shape } = flow.service;
  const bodies = operationsOf(context, flow, state, true).map((operation): [string, Json] => {
    const answers = state.answers?.[operation] ?? {};
    return [operation, bodySoFar(operation, shape, knownFor(operation, state), answers) ?? null];
  });
  const comments = [
    vscode.l10n.t('The bodies of the requests to come.'),
    vscode.l10n.t('What is not known yet stands in braces. A request without a body has null.'),
  ];
  const json = exactJson(Object.fromEntries(bodies), 2);
  return [...comments.map((comment) => `// ${comment}`), json, ''].join('\n');
}

/** @param undecided also what depends on an answer that was not given yet */
function operationsOf(
  { settings }: CommandContext,
  flow: RequestFlow,
  state: RequestState,
  undecided: boolean,
): BodyOperation[] {
  const { project, model, reuse } = state;
  const isNewProject =
    project === undefined ? flow.project && undecided : project === 'new' || 'newName' in project;
  const isNewModel = reuse === undefined && (model === undefined ? undecided : model === 'files');
  const isSimulated = flow.simulate && (!isNewModel || settings.finaliseAfterUpload);
  return [
    ...(isNewProject ? (['createProject'] as const) : []),
    // A model that is not finalised now may be later, when nobody can be asked.
    ...(isNewModel ? (['createModel', 'finaliseModel'] as const) : []),
    ...(isSimulated ? (['createSimulation'] as const) : []),
  ];
}

function knownFor(operation: BodyOperation, state: RequestState): Known {
  const { project, files } = state;
  const decided = project === 'new' ? undefined : project;
  if (operation === 'createProject') {
    return { name: decided && 'newName' in decided ? decided.newName : undefined };
  }
  const model = existingModel(state);
  return {
    name: model?.name ?? state.modelName,
    files,
    project_id: decided && 'id' in decided ? decided.id : undefined,
    model_id: model?.id,
  };
}

function existingModel({ reuse, model }: RequestState): Exclude<ModelChoice, 'files'> | undefined {
  return reuse ?? (model === 'files' ? undefined : model);
}
