import * as vscode from 'vscode';
import type { CommandContext } from '../../context';
import { commands } from '../../contributions';
import type { Study } from '../../study/studyRunner';
import { toButton } from '../../ui/remedyButtons';
import type { Button } from '../../ui/showWithButtons';
import { markOwnButton } from '../../views/ownRows';
import { listStudyActions } from '../../views/studyItems';

/** The next steps that a study offers in a message, the safest first: its page, if it has one. */
export function listStudyButtons({ pages }: Pick<CommandContext, 'pages'>, study: Study): readonly Button[] {
  const actions = listStudyActions(study);
  const argument = markOwnButton({ study: { id: study.id } });
  const page = { label: vscode.l10n.t('Open in Browser'), command: commands.openInBrowser, argument };
  const buttons = [
    ['resolveRows', vscode.l10n.t('Resolve Unknown Outcomes…'), commands.resolveStudy],
    ['tryFailedAgain', vscode.l10n.t('Try Failed Again'), commands.tryFailedAgain],
    ['resumeStudy', vscode.l10n.t('Resume Study'), commands.resumeStudy],
  ] as const;
  const steps = buttons
    .filter(([action]) => actions.includes(action))
    .map(([, label, command]) => ({ label, command, argument }));
  return [...(pages.hasOfStudy(study.record.study) ? [page] : []), ...steps].map(toButton);
}
