import type { DeckReport } from '../deck/finding';
import { isInside } from '../files/paths';
import type { CheckDecks } from '../request/deckOrder';
import type { RequestFolders } from '../request/requestFolders';
import type { Selection } from '../upload/uploadPlan';
import type { PreparedStudy } from './study';

/** Limit for the models whose decks are checked. */
const maxCheckedModels = 50;

/** Checks the decks of the models of a study, those with the same files once. */
export async function checkStudyDecks(
  study: PreparedStudy,
  folders: RequestFolders,
  checkDecks: CheckDecks,
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
    reports.push(await checkDecks(plan, selections, signal));
  }
  return {
    decks: reports.flatMap(({ decks }) => decks),
    findings: reports.flatMap(({ findings }) => findings),
    partlyRead: reports.flatMap(({ partlyRead }) => partlyRead),
  };
}
