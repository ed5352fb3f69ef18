import * as l10n from '@vscode/l10n';
import type { PartialListing } from '../client/core/types';
import { toPromptName } from '../client/mapping/prompts';
import type { LaunchAnswers } from '../launch/journalEntry';
import { getProjectName, type LaunchRecord } from '../launch/launchRecord';
import type { NewProjects } from '../launch/newProjects';
import { showBriefly } from '../request/launchRequest';
import { describeProblem } from './launchProblems';

/**
 * Describes a request of which it is unknown whether it took effect: what came, and what to consider. The words of
 * the service come first, because they may give the reason.
 * @param sentAt the time as displayed
 * @param row the name and the cells of the row of a study, if its table is known
 */
export function describeUnknownOutcome(
  record: LaunchRecord,
  sentAt: string,
  row?: readonly string[],
): string {
  return [describeResponse(record), describeDoubt(record, sentAt), ...describeRow(record, row)].join(' ');
}

/** The rows of a study may have the same project and model, so that only their values tell them apart. */
function describeRow({ plan: { study, answers = {} } }: LaunchRecord, row?: readonly string[]): string[] {
  if (study === undefined) return [];
  const values = row ?? listAnswers(answers);
  return values.length === 0
    ? [l10n.t('It belongs to row {0} of the table.', study.row)]
    : [l10n.t('It belongs to row {0} of the table: {1}.', study.row, values.join(', '))];
}

function listAnswers(answers: LaunchAnswers): string[] {
  return Object.values(answers)
    .flatMap((ofBody) => Object.entries(ofBody))
    .map(([placeholder, value]) => `${toPromptName(placeholder)}: ${showBriefly(JSON.stringify(value))}`);
}

/**
 * As {@link describeUnknownOutcome}, for a new project.
 * @param found projects of its name that the service lists by now
 * @param partial present when the service has more projects than it lists
 */
export function describeNewProjects(
  record: LaunchRecord,
  found: NewProjects<unknown>,
  partial?: PartialListing,
): string {
  const text = `${describeResponse(record)} ${describeFound(getProjectName(record) ?? '', found)}`;
  if (partial === undefined) return text;
  return `${text} ${l10n.t('It does not list all of its projects: look there before you create another one.')}`;
}

/** A record without a problem is that of a window that ended before a response arrived. */
function describeResponse({ problem }: LaunchRecord): string {
  return problem === undefined ? l10n.t('No response arrived.') : describeProblem(problem);
}

function describeDoubt(record: LaunchRecord, sentAt: string): string {
  const { open, plan, project, modelId = '' } = record;
  switch (open) {
    case 'createProject':
      return l10n.t('It is not certain whether project “{0}” was created.', getProjectName(record) ?? '');
    case 'createModel':
      return l10n.t(
        'It is not certain whether model “{0}” was created. Creating it again is safe: a model without files does not use up a simulation.',
        plan.model.name,
      );
    case 'uploadFiles':
      return l10n.t('The file server may already have the file, perhaps only in part.');
    case 'finaliseModel':
      return l10n.t('It is not certain whether model {0} is finalised.', String(modelId));
    default:
      return l10n.t(
        'It is not certain whether the simulation was created. Before you create it again, check whether it exists on the service: project “{0}”, model {1}, sent {2}.',
        project?.name ?? '',
        String(modelId),
        sentAt,
      );
  }
}

function describeFound(name: string, { certain, possible }: NewProjects<unknown>): string {
  const count = certain.length + possible.length;
  if (count === 0) return l10n.t('The service lists no new project “{0}”.', name);
  if (certain.length === 1) return l10n.t('The service now lists a project “{0}”.', name);
  const listed =
    count === 1
      ? l10n.t('The service lists a project “{0}”.', name)
      : l10n.t('The service lists {0} projects with the name “{1}”.', count, name);
  return possible.length === 0
    ? listed
    : `${listed} ${l10n.t('The previous list of projects is unknown, so this may be an older project.')}`;
}
