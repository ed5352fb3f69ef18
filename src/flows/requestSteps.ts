import * as vscode from 'vscode';
import { stringifyExactly } from '../client/core/exactJson';
import type { BodyOperation } from '../client/core/types';
import { previewBody, type TemplateValues } from '../client/mapping/requestBodies';
import type { Json } from '../client/mapping/template';
import type { CommandContext } from '../context';
import { createBodiesButton, withInterruption } from '../ui/quickInput';
import { untilHidden } from '../ui/untilHidden';
import {
  decidedProjectOf,
  type DraftStep,
  existingModelOf,
  type LaunchDraft,
  possibleRequestsOf,
  requestsOf,
} from './launchDraft';
import { createPromptSteps } from './promptSteps';

/** The requests with bodies that a draft leads to: what they ask for, and a look at them before they are sent. */
export interface RequestSteps {
  /** One step for each prompt; asked when everything else is known. */
  readonly prompts: (draft: LaunchDraft) => DraftStep[];
  /** Opens the bodies as far as they are known. The open question is hidden until the user closes them. */
  readonly show: (draft: LaunchDraft) => void;
}

export function requestSteps(context: CommandContext, title: string): RequestSteps {
  const show = (draft: LaunchDraft): void => {
    const text = previewText(draft);
    withInterruption(async () => await untilHidden(await context.requestDocuments.show(text))).catch(
      (error: unknown) => context.log.failed(error),
    );
  };
  const buttons = (draft: LaunchDraft) => [createBodiesButton(() => show(draft))];
  const prompts = (draft: LaunchDraft) =>
    requestsOf(draft).flatMap((operation) =>
      createPromptSteps(
        { title, operation, buttons },
        draft.service.mapping.templates[operation]?.prompts ?? [],
      ),
    );
  return { prompts, show };
}

function previewText(draft: LaunchDraft): string {
  const { mapping } = draft.service;
  const bodies = possibleRequestsOf(draft).map((operation): [string, Json] => {
    const answers = draft.answers?.[operation] ?? {};
    return [operation, previewBody(operation, mapping, knownFor(operation, draft), answers) ?? null];
  });
  const comments = [
    vscode.l10n.t('Close this editor to return to the question.'),
    vscode.l10n.t('Bodies of the requests that will be sent.'),
    vscode.l10n.t('Values that are not known yet are in braces. A request without a body is shown as null.'),
  ];
  const json = stringifyExactly(Object.fromEntries(bodies), 2);
  return [...comments.map((comment) => `// ${comment}`), json, ''].join('\n');
}

function knownFor(operation: BodyOperation, draft: LaunchDraft): TemplateValues {
  const project = decidedProjectOf(draft);
  if (operation === 'createProject') {
    return { name: project && 'newName' in project ? project.newName : undefined };
  }
  const model = existingModelOf(draft);
  return {
    name: model?.name ?? draft.modelName,
    files: draft.files,
    project_id: project && 'id' in project ? project.id : undefined,
    model_id: model?.id,
  };
}
