import * as l10n from '@vscode/l10n';
import type { StatusError } from '../client/core/errors';
import type { BodyOperation } from '../client/core/types';
import { placeholders } from '../client/mapping/requestBodies';
import { formatColumns, type LabelledText, wrapLines } from './plainText';
import { describeServiceError } from './serviceErrors';

/** Formats a refusal of a request: what the service says, and the placeholders that the body may have. */
export function formatBodyReport(error: StatusError, operation: BodyOperation): string {
  const own = placeholders[operation].map((name): LabelledText => [
    `{${name}}`,
    describePlaceholder(name, operation),
  ]);
  const answer: LabelledText = ['{prompt.cores}', l10n.t('Answer to the question “cores” in $prompts')];
  return [
    ...wrapLines(describeServiceError(error)),
    '',
    l10n.t('These placeholders become values:'),
    '',
    ...formatColumns([...own, answer]),
    '',
    ...wrapLines(l10n.t('For example, this body asks for a number:')),
    '',
    '{ "$prompts": { "cores": { "label": "Cores", "type": "number" } }, "cores": "{prompt.cores}" }',
    '',
  ].join('\n');
}

function describePlaceholder(name: string, operation: BodyOperation): string {
  switch (name) {
    case 'name':
      return operation === 'createProject' ? l10n.t('Name of the new project') : l10n.t('Name of the model');
    case 'description':
      return l10n.t('Description, which you are asked for');
    case 'project_id':
      return l10n.t('ID of the project');
    case 'model_id':
      return l10n.t('ID of the model');
    case 'total':
      return l10n.t('Size of all files in bytes');
    case 'file.name':
      return l10n.t('Name of each file, in an array with one element');
    case 'file.size':
      return l10n.t('Size of each file in bytes, in an array with one element');
    default:
      return '';
  }
}
