import path from 'node:path';
import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { assertTrusted } from '../platform/trust';
import { isDismissed } from '../ui/multiStep';
import { enterText } from '../ui/quickInput';
import { SelectionError } from '../upload/errors';
import { planUpload } from '../upload/planUpload';
import {
  addFiles,
  getBaseFolder,
  type PlannedFile,
  type Selection,
  type UploadPlan,
} from '../upload/uploadPlan';
import type { DraftStep, LaunchDraft } from './launchDraft';
import { withDeckFindings } from './plan/deckCheckStep';
import { pickPlan, type PlanPickOptions } from './plan/planPicker';
import { sameModelOf } from './reuseModelStep';
import { selectFiles } from './selection';
import { askToSave } from './unsavedFiles';

interface PlanStepOptions extends Pick<PlanPickOptions, 'mayBeTask'> {
  readonly showBodies: (draft: LaunchDraft) => void;
}

/**
 * Shows the plan, again after the user includes an excluded folder, until the user accepts it.
 * @throws SelectionError
 */
export function createPlanStep(
  context: Pick<CommandContext, 'launches' | 'log' | 'settings'>,
  { showBodies, mayBeTask }: PlanStepOptions,
): DraftStep {
  // Kept while the flow lasts: a user who comes back finds the ticks as they were.
  const include = new Set<string>();
  const added = new Set<string>();
  let unticked: ReadonlySet<string> = new Set();
  return async (state, position) => {
    assertTrusted();
    if (!(await askToSave(state.selections ?? []))) return undefined;
    for (;;) {
      const selections = addFiles(state.selections ?? [], selectFiles(added, context.settings));
      const show = (files: readonly PlannedFile[]) => showBodies({ ...state, files });
      const answer = await withDeckFindings(
        context,
        selections,
        () => planFiles(selections, include),
        (plan, findings) =>
          pickPlan({ plan, unticked, title: state.title, findings, showBodies: show, mayBeTask }, position),
      );
      if (isDismissed(answer)) return answer;
      ({ unticked } = answer);
      if (answer.include.length + answer.add.length === 0) {
        const { files, isTask } = answer;
        // A task uploads whatever the files are when it runs.
        const same = isTask ? undefined : await sameModelOf(context, state.service, files);
        const title = isTask ? vscode.l10n.t('Save as Task') : state.title;
        return { ...state, title, files, isTask, same };
      }
      const more = answer.add.filter((file) => !added.has(file));
      if (!(await askToSave(selectFiles(more, context.settings)))) return undefined;
      for (const file of more) added.add(file);
      // A pattern that excludes a file does not hold for one that the user adds by name.
      for (const file of [...answer.include.map((entry) => entry.path), ...more]) include.add(file);
    }
  };
}

/** @throws SelectionError */
async function planFiles(
  selections: readonly Selection[],
  include: ReadonlySet<string>,
): Promise<UploadPlan> {
  const plan = await planUpload(selections, { include });
  if (plan.files.length + plan.excluded.length + plan.rejected.length === 0)
    throw new SelectionError('noFiles');
  return plan;
}

export function createModelNameStep(): DraftStep {
  let entered: { readonly suggested: string; readonly name: string } | undefined;
  return async (state, position) => {
    const suggested = suggestName(state);
    const answer = await enterText(
      {
        title: state.title,
        prompt: vscode.l10n.t('Name of the new model'),
        // The name entered before for the same selection, for a user who comes back.
        value: entered?.suggested === suggested ? entered.name : suggested,
        problem: (value) => (value === '' ? vscode.l10n.t('This field is required.') : undefined),
      },
      position,
    );
    if (isDismissed(answer)) return answer;
    entered = { suggested, name: answer };
    return { ...state, modelName: answer };
  };
}

/** Name of the only selected entry, else of the folder that holds the selection. */
function suggestName({ selections = [] }: LaunchDraft): string {
  const [selection] = selections;
  if (selection === undefined) return '';
  const [item] = selection.items;
  const single = selection.items.length === 1 && item !== undefined;
  return path.parse(single ? item : getBaseFolder(selection)).name;
}
