import * as vscode from 'vscode';
import { exactJson } from '../client/response/exactJson';
import { previewBody, type TemplateValues } from '../client/mapping/requestBodies';
import type { Json } from '../client/mapping/template';
import type { BodyOperation } from '../client/core/types';
import type { ConnectedService } from '../session/connection';
import type { CommandContext } from '../context';
import { operationsOf, type FlowEnd } from './launchPlan';
import { promptSteps } from './promptSteps';
import type { Step } from './multiStep';
import type { ModelChoice, RequestState } from './flowState';
import { bodiesButton } from './quickInput';

export interface RequestFlow extends Pick<FlowEnd, 'project' | 'simulate'> {
  readonly title: string;
  readonly service: ConnectedService;
}

/** The requests with bodies that a flow leads to: their prompts, and a preview before they are sent. */
export interface RequestSteps<S> {
  /** One step for each prompt; asked when everything else is known. */
  readonly prompts: (state: S) => Step<S>[];
  /** Opens the bodies as far as they are known. */
  readonly show: (state: S) => void;
}

export function requestSteps<S extends RequestState>(
  context: CommandContext,
  flow: RequestFlow,
): RequestSteps<S> {
  const { templates } = flow.service.shape;
  const { finaliseAfterUpload } = context.settings;
  const show = (state: S): void => {
    const text = previewText(context, flow, state);
    context.requestDocuments.show(text).catch((error: unknown) => context.log.failed(error));
  };
  const buttons = (state: S) => [bodiesButton(() => show(state))];
  const prompts = (state: S) =>
    operationsOf({ ...flow, finaliseAfterUpload }, state).flatMap((operation) =>
      promptSteps<S>({ title: flow.title, operation, buttons }, templates[operation]?.prompts ?? []),
    );
  return { prompts, show };
}

function previewText(context: CommandContext, flow: RequestFlow, state: RequestState): string {
  const { shape } = flow.service;
  const { finaliseAfterUpload } = context.settings;
  const bodies = operationsOf({ ...flow, finaliseAfterUpload }, state, { undecided: true }).map(
    (operation): [string, Json] => {
      const answers = state.answers?.[operation] ?? {};
      return [operation, previewBody(operation, shape, knownFor(operation, state), answers) ?? null];
    },
  );
  const comments = [
    vscode.l10n.t('Bodies of the requests that will be sent.'),
    vscode.l10n.t('Values that are not known yet are in braces. A request without a body has null.'),
  ];
  const json = exactJson(Object.fromEntries(bodies), 2);
  return [...comments.map((comment) => `// ${comment}`), json, ''].join('\n');
}

function knownFor(operation: BodyOperation, state: RequestState): TemplateValues {
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
