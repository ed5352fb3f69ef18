import * as vscode from 'vscode';
import { commands } from '../../contributions';
import type { Study } from '../../study/studyRunner';
import type { Button } from '../../ui/showWithButtons';
import { listStudyActions } from '../../views/studyActions';

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
    ...(actions.includes('settleRows')
      ? [create(vscode.l10n.t('Settle Unknown Outcomes…'), commands.settleStudy)]
      : []),
    ...(actions.includes('tryFailedAgain')
      ? [create(vscode.l10n.t('Try Failed Again'), commands.tryFailedAgain)]
      : []),
    ...(actions.includes('goOn') ? [create(vscode.l10n.t('Go On'), commands.goOnStudy)] : []),
  ];
}
