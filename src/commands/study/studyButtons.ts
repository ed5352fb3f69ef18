import * as vscode from 'vscode';
import { commands } from '../../contributions';
import type { Study } from '../../study/studyRunner';
import type { Button } from '../../ui/showWithButtons';
import { listStudyActions } from '../../views/studyItems';

/** The next steps that a study offers in a message, the safest first. */
export function listStudyButtons(study: Study): readonly Button[] {
  const actions = listStudyActions(study);
  const create = (label: string, command: string): Button => ({
    label,
    run: async () => {
      await vscode.commands.executeCommand(command, { study: { id: study.id } });
    },
  });
  return [
    ...(actions.includes('resolveRows')
      ? [create(vscode.l10n.t('Resolve Unknown Outcomes…'), commands.resolveStudy)]
      : []),
    ...(actions.includes('tryFailedAgain')
      ? [create(vscode.l10n.t('Try Failed Again'), commands.tryFailedAgain)]
      : []),
    ...(actions.includes('resumeStudy') ? [create(vscode.l10n.t('Resume Study'), commands.resumeStudy)] : []),
  ];
}
