import type { CommandContext } from '../../context';
import { DeckCheckThread } from '../../deck/deckCheckThread';
import type { DeckReport } from '../../deck/finding';
import { isInside } from '../../files/paths';
import { createDeckOrder, findCheckedRoots } from '../../flows/plan/deckOrder';
import { assertTrusted } from '../../platform/trust';
import type { ServiceSnapshot } from '../../session/service';
import { prepareStudy, type StudyDraft } from '../../study/prepareStudy';
import { readTableFile } from '../../study/readTableFile';
import { findStartedRows } from '../../study/startedRows';
import type { PreparedStudy, StudyRow } from '../../study/study';
import type { Selection } from '../../upload/uploadPlan';

/** A study that could begin now, as the user is asked for it. */
export interface StudyProposal {
  readonly study: PreparedStudy;
  readonly deck: DeckReport;
  /** The rows that an earlier study has started, or may have started. */
  readonly startedRows: readonly StudyRow[];
  readonly service: ServiceSnapshot;
  /** The project does not exist yet. */
  readonly isNewProject: boolean;
  /** The label of the task that wants it; it comes from the workspace. */
  readonly task?: string;
}

/** Limit for the models whose decks are checked. */
const maxCheckedModels = 50;

/**
 * Finds out what a table would create. Requests nothing.
 * @throws StudyError, UntrustedError, or the reason of the signal
 */
export async function prepareTable(
  { settings }: CommandContext,
  draft: StudyDraft,
  service: ServiceSnapshot,
  signal: AbortSignal,
): Promise<PreparedStudy> {
  assertTrusted();
  const bytes = await readTableFile(draft.table, signal);
  return await prepareStudy(draft, bytes, { service, signal, maxRows: settings.maxStudyRows });
}

/** As {@link prepareTable}, with everything that the question for it says. */
export async function proposeStudy(
  context: CommandContext,
  draft: StudyDraft,
  asked: Pick<StudyProposal, 'service' | 'isNewProject' | 'task'>,
  signal: AbortSignal,
): Promise<StudyProposal> {
  const study = await prepareTable(context, draft, asked.service, signal);
  const deck = await checkDecksOf(context, study, draft, signal);
  // An earlier project may have the name of a new one. Once such rows are left out, equal ones that stay are wanted.
  const isFirst = asked.isNewProject || draft.excluded !== undefined;
  // Another window may have started some a moment ago.
  if (!isFirst) context.launches.refresh();
  const startedRows = isFirst ? [] : findStartedRows(study, await context.launches.listStudies());
  return { study, deck, startedRows, ...asked };
}

/** The draft without these rows. */
export function excludeRows(draft: StudyDraft, rows: readonly StudyRow[]): StudyDraft {
  return { ...draft, excluded: new Set(rows.map(({ line }) => line)) };
}

/** Checks the decks of the models of a study, those with the same files once. */
async function checkDecksOf(
  { settings }: CommandContext,
  study: PreparedStudy,
  { folders }: Pick<StudyDraft, 'folders'>,
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
