import * as vscode from 'vscode';
import { totalSizeOf } from '../../client/core/totalSize';
import { toPromptName } from '../../client/mapping/prompts';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import type { DeckReport } from '../../deck/finding';
import { toPlanFindings } from '../../flows/plan/deckFindings';
import { findUnsaved } from '../../flows/unsavedFiles';
import { findUnknownLaunch } from '../../launch/findUnknownLaunch';
import { getPlannedProjectName } from '../../launch/launchRecord';
import { describeExcludedDecks, formatName } from '../../messages/deckFindings';
import { formatBytes, formatCount, formatLine } from '../../platform/format';
import type { LaunchRequest } from '../../request/launchRequest';
import type { PreparedLaunch } from '../../request/prepareLaunch';
import { type ServiceSnapshot, toAddressRef } from '../../session/service';
import { askModally } from '../../ui/askModally';
import { type ReviewOptions, withReview } from '../../ui/withReview';
import type { ExcludedEntry } from '../../upload/uploadPlan';
import { launchQuestion } from '../../workflow/permission';
import { formatLabel, formatSentText } from '../../workflow/quotedText';
import {
  describeBodies,
  describeDeckSections,
  describeFiles,
  formatReview,
  formatSection,
} from '../../workflow/reviewSections';

/** Who requests a launch that the user has not set up step by step. */
export type Requester =
  /** Its label comes from the workspace. */
  { readonly kind: 'task'; readonly label: string } | { readonly kind: 'agent' };

/** A prepared launch and where it would go. */
interface Asked {
  readonly prepared: PreparedLaunch;
  readonly request: LaunchRequest;
  readonly isLookedUp: boolean;
  readonly service: ServiceSnapshot;
}

/** Asks the user in a dialog that nothing can answer but a click. @returns whether to launch */
export async function askForLaunch(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches'>,
  requester: Requester,
  asked: Asked,
  signal: AbortSignal,
): Promise<boolean> {
  const uploads = asked.prepared.plan.files.length > 0;
  const details = [...(await listUnknownReasons(context, asked)), ...describeDetails(context, asked)];
  const review: ReviewOptions = {
    label: uploads ? 'reviewFiles' : 'showRequestBodies',
    name: `${vscode.l10n.t('Planned Launch')}.txt`,
    text: () => describeAll(asked.prepared, details),
    signal,
  };
  const chosen = await withReview(context.documents, review, ({ reviewButton }) =>
    askModally({
      severity: 'warning',
      text: describeRequest(requester, asked),
      detail: details,
      harmless: [reviewButton],
      acting: { launch: vscode.l10n.t('Launch') },
      isCurrent: () => !signal.aborted,
    }),
  );
  return chosen === 'launch';
}

/** Warns, before anything else, that the same launch may have taken effect before. */
async function listUnknownReasons(
  { launches }: Pick<CommandContext, 'launches'>,
  { prepared, request, service }: Asked,
): Promise<readonly string[]> {
  const { launch } = prepared;
  // Before the projects have been listed, only the request names one.
  const wanted =
    request.project !== undefined && 'name' in request.project ? request.project.name : undefined;
  const projectName = getPlannedProjectName(launch) ?? wanted;
  const content = { ...launch, service: toAddressRef(service), projectName };
  if (findUnknownLaunch(await launches.listIfReadable(), content) === undefined) return [];
  return [
    vscode.l10n.t(
      'It is not known whether this was created before. Resolve the unknown outcome in Launches first.',
    ),
  ];
}

/** The question, and who wants it answered. */
function describeRequest(requester: Requester, { prepared, service }: Asked): string {
  const { text } = launchQuestion(prepared.launch, service.baseUrl.host);
  return requester.kind === 'task'
    ? nameTask(text, requester.label)
    : `${text} ${vscode.l10n.t('An agent asks for this.')}`;
}

/** Adds to a question that a task asks it. */
export function nameTask(question: string, label: string): string {
  return `${question} ${vscode.l10n.t('The task “{0}” of this workspace asks for this.', formatLabel(label))}`;
}

/** Describes what would be launched and where, in lines for the question and for whoever asks. */
export function describeDetails({ connection }: Pick<CommandContext, 'connection'>, asked: Asked): string[] {
  const { launch, plan, deck } = asked.prepared;
  const { model, answers = {} } = launch;
  const environment = connection.environmentOf(asked.service)?.name;
  const size = formatBytes(totalSizeOf(plan.files));
  const given = Object.values(answers).flatMap((ofBody) => Object.entries(ofBody));
  return [
    ...(environment === undefined
      ? []
      : [formatLine(vscode.l10n.t('Environment'), escapeInvisible(environment))]),
    ...describeProject(asked),
    formatLine(vscode.l10n.t('Model'), formatSentText(model.name)),
    ...('files' in model
      ? [formatLine(vscode.l10n.t('Files'), `${formatCount(plan.files.length)}, ${size}`)]
      : []),
    ...(plan.excluded.length === 0
      ? []
      : [formatLine(vscode.l10n.t('Excluded'), formatCount(plan.excluded.length))]),
    ...describeFileProblems(deck, 'files' in model ? model.files : [], plan.excluded),
    ...given.map(
      ([name, value]) => `${escapeInvisible(toPromptName(name))}: ${formatSentText(String(value))}`,
    ),
  ];
}

function describeProject({ prepared, request, isLookedUp }: Asked): string[] {
  const { project } = prepared.launch;
  // Before the projects have been listed, it is not known which one the name means.
  if (!isLookedUp && request.project !== undefined && 'name' in request.project) {
    const { name, create } = request.project;
    return create
      ? [vscode.l10n.t('Project: {0} (is created if it does not exist)', formatSentText(name))]
      : [formatLine(vscode.l10n.t('Project'), formatSentText(name))];
  }
  if (project === undefined) return [];
  return 'newName' in project
    ? [formatLine(vscode.l10n.t('New project'), formatSentText(project.newName))]
    : [formatLine(vscode.l10n.t('Project'), formatSentText(project.name))];
}

/**
 * Says in lines how many decks are excluded, how many files are missing and how many have unsaved changes, for the
 * question of a launch or study.
 */
export function describeFileProblems(
  deck: DeckReport,
  files: readonly { path: string }[],
  excluded: readonly ExcludedEntry[],
): string[] {
  const missing = toPlanFindings(deck).missing.length;
  const paths = new Set(files.map(({ path }) => path));
  const unsaved = findUnsaved([{ root: '/', items: [...paths], exclude: [] }]).length;
  return [
    ...describeExcludedDecks(excluded, formatCount),
    ...(missing === 0
      ? []
      : [formatLine(vscode.l10n.t('Named in the deck, but not among the files'), formatCount(missing))]),
    ...(unsaved === 0
      ? []
      : [vscode.l10n.t('With unsaved changes, which are not sent: {0}', formatCount(unsaved))]),
  ];
}

/** Everything that a user may want to know before saying yes. */
function describeAll({ plan, deck, bodies }: PreparedLaunch, details: readonly string[]): string {
  return formatReview(details, [
    ...describeFiles(plan.files),
    ...formatSection(
      vscode.l10n.t('Excluded'),
      plan.excluded.map(({ name, pattern }) => `${formatName(name)}  ${pattern}`),
    ),
    ...describeDeckSections(deck),
    ...describeBodies(bodies),
  ]);
}
