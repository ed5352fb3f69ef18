import * as vscode from 'vscode';
import { commands } from '../../contributions';
import type { Study } from '../../study/studyRunner';
import { toButton } from '../../ui/remedyButtons';
import type { Button } from '../../ui/showWithButtons';
import { markOwnButton } from '../../views/ownRows';
import { listStudyActions } from '../../views/studyItems';

/** The next steps that a study offers in a message, the safest first. */
export function listStudyButtons(study: Study): readonly Button[] {
  const actions = listStudyActions(study);
  const buttons = [
    ['resolveRows', vscode.l10n.t('Resolve Unknown Outcomes…'), commands.resolveStudy],
    ['tryFailedAgain', vscode.l10n.t('Try Failed Again'), commands.tryFailedAgain],
    ['resumeStudy', vscode.l10n.t('Resume Study'), commands.resumeStudy],
  ] as const;
  return buttons
    .filter(([action]) => actions.includes(action))
    .map(([, label, command]) =>
      toButton({ label, command, argument: markOwnButton({ study: { id: study.id } }) }),
    );
}
