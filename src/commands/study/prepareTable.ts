import type { CommandContext } from '../../context';
import type { DeckReport } from '../../deck/finding';
import { createDeckCheck } from '../../flows/plan/deckOrder';
import { assertTrusted } from '../../platform/trust';
import type { ServiceSnapshot } from '../../session/service';
import { checkStudyDecks } from '../../study/checkStudyDecks';
import type { StudyDraft } from '../../study/prepareStudy';
import { type ProposedRows, proposeRows } from '../../study/proposeRows';

/** A study that could begin now, as the user is asked for it. */
export interface StudyProposal extends ProposedRows {
  readonly deck: DeckReport;
  readonly service: ServiceSnapshot;
  /** The project does not exist yet. */
  readonly isNewProject: boolean;
  /** The label of the task that wants it; it comes from the workspace. */
  readonly task?: string;
  /** Why the user is asked again: it is not what was asked about before. */
  readonly change?: StudyChange | undefined;
}

/** The table, its files or the settings have changed since the question, or other studies have got the same rows. */
export type StudyChange = 'table' | 'rows';

/** As {@link proposeRows}, for this window. @throws UntrustedError as well */
export async function prepareTable(
  { settings, launches }: Pick<CommandContext, 'launches' | 'settings'>,
  draft: StudyDraft,
  { service, isNewProject }: Pick<StudyProposal, 'service' | 'isNewProject'>,
  signal: AbortSignal,
): Promise<ProposedRows> {
  assertTrusted();
  // An earlier project may have the name of a new one.
  const list = async () => (isNewProject ? [] : await launches.listStudies());
  const unreadable = () => launches.runners.studies.unreadable();
  // Another window may have started some a moment ago.
  launches.refresh();
  return await proposeRows(draft, {
    service,
    signal,
    maxRows: settings.maxStudyRows,
    studies: { list, unreadable },
  });
}

/** As {@link prepareTable}, with everything that the question for it says. */
export async function proposeStudy(
  context: Pick<CommandContext, 'launches' | 'settings'>,
  draft: StudyDraft,
  asked: Pick<StudyProposal, 'service' | 'isNewProject' | 'task' | 'change'>,
  signal: AbortSignal,
): Promise<StudyProposal> {
  const proposed = await prepareTable(context, draft, asked, signal);
  const deck = await checkStudyDecks(
    proposed.study,
    draft.folders,
    createDeckCheck(context.settings),
    signal,
  );
  return { ...proposed, deck, ...asked };
}
