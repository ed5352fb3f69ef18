import type { CommandContext } from '../../context';
import { DeckCheckThread } from '../../deck/deckCheckThread';
import type { DeckReport } from '../../deck/finding';
import { isInside } from '../../files/paths';
import { createDeckOrder, findCheckedRoots } from '../../flows/plan/deckOrder';
import { assertTrusted } from '../../platform/trust';
import type { RequestFolders } from '../../request/requestFolders';
import type { SpokenService } from '../../session/service';
import { prepareStudy, type StudySource } from '../../study/prepareStudy';
import { readTableFile } from '../../study/readTableFile';
import { findStartedRows } from '../../study/startedRows';
import type { FrozenStudy, PreparedStudy, StudyRow } from '../../study/study';
import type { Selection } from '../../upload/uploadPlan';

/** A table, and everything that is the same for all of its rows. */
export interface TableRequest {
  /** Where files of models may be. */
  readonly folders: RequestFolders;
  /** Absolute path of the table, in one of the folders. */
  readonly table: string;
  readonly model: StudySource;
  readonly project: FrozenStudy['project'];
  /** Lines of rows that another study has started. */
  readonly leftOut?: ReadonlySet<number>;
}

/** A study that could begin now, with what the user is told about it. */
export interface PreparedTable {
  readonly study: PreparedStudy;
  readonly deck: DeckReport;
  /** The rows that an earlier study has started, or may have started. */
  readonly startedRows: readonly StudyRow[];
}

/** Limit for the models whose decks are checked. */
const maxCheckedModels = 50;

/**
 * Finds out what a table would create. Requests nothing.
 * @throws StudyError, UntrustedError, or the reason of the signal
 */
export async function prepareTable(
  { settings }: CommandContext,
  { folders, table, model, project, leftOut }: TableRequest,
  service: SpokenService,
  signal: AbortSignal,
): Promise<PreparedStudy> {
  assertTrusted();
  const bytes = await readTableFile(table, signal);
  return await prepareStudy(
    { table: { path: table, bytes }, model, project },
    { ...{ folders, service, signal }, maxRows: settings.maxStudyRows, ...(leftOut && { leftOut }) },
  );
}

/** As {@link prepareTable}, with everything that the question for it says. */
export async function prepareQuestion(
  context: CommandContext,
  request: TableRequest,
  service: SpokenService,
  signal: AbortSignal,
): Promise<PreparedTable> {
  const study = await prepareTable(context, request, service, signal);
  const deck = await checkDecksOf(context, study, request, signal);
  const { launches } = context;
  // None once such rows are left out, because equal ones that stay are wanted.
  const startedRows =
    request.leftOut === undefined ? findStartedRows(study, await launches.listStudies()) : [];
  return { study, deck, startedRows };
}

/** The request without these rows. */
export function leaveOutRows<T extends Pick<TableRequest, 'leftOut'>>(
  request: T,
  rows: readonly StudyRow[],
): T {
  return { ...request, leftOut: new Set(rows.map(({ line }) => line)) };
}

/** Checks the decks of the models of a study, those with the same files once. */
async function checkDecksOf(
  { settings }: CommandContext,
  study: PreparedStudy,
  { folders }: Pick<TableRequest, 'folders'>,
  signal: AbortSignal,
): Promise<DeckReport> {
  const plans = new Set(study.models.flatMap((model) => ('id' in model ? [] : [model.plan])));
  const reports: DeckReport[] = [];
  for (const plan of [...plans].slice(0, maxCheckedModels)) {
    const selections = folders.all
      .map(({ root, exclude }): Selection => {
        const files = plan.files.filter((file) => isInside(root, file.path));
        return { root, exclude, items: files.map((file) => file.path) };
      })
      .filter(({ items }) => items.length > 0);
    const roots = findCheckedRoots(selections, settings);
    if (roots.length === 0) continue;
    reports.push(await new DeckCheckThread(signal).check(createDeckOrder(plan, selections, roots, settings)));
  }
  return {
    decks: reports.flatMap(({ decks }) => decks),
    findings: reports.flatMap(({ findings }) => findings),
    partlyRead: reports.flatMap(({ partlyRead }) => partlyRead),
  };
}
