import * as vscode from 'vscode';
import { isSamePath } from '../../files/paths';
import { describeStudyCounts } from '../../messages/studies';
import { formatCount, formatLine, formatTime } from '../../platform/format';
import { askModally } from '../../ui/askModally';
import { formatStudyLabel } from '../../views/studyItems';
import { goOn, type StudyContext } from './studyCommands';

/**
 * A study of the same table that can go on comes first: going on creates no row twice.
 * @param table absolute path
 * @returns whether the user wants no new study
 */
export async function offerToGoOn(context: StudyContext, table: string): Promise<boolean> {
  const studies = await context.launches.listStudies();
  const study = studies.find(
    ({ record, state }) => state.canResume && isSamePath(record.study.table.path, table),
  );
  if (study === undefined) return false;
  const { record, state } = study;
  const show = async () => {
    await context.launchesView.showStudy(study.id);
    return 'leave' as const;
  };
  const chosen = await askModally({
    severity: 'information',
    text: vscode.l10n.t('The study “{0}” of this table can go on.', formatStudyLabel(record.study)),
    detail: [
      vscode.l10n.t('{0}.', describeStudyCounts(state.counts, formatCount)),
      formatLine(vscode.l10n.t('Started'), formatTime(record.agreedAt)),
    ],
    harmless: [{ label: 'showStudy', show }],
    acting: { resume: vscode.l10n.t('Resume Study'), other: vscode.l10n.t('New Study…') },
  });
  if (chosen === 'resume') await goOn(context, study, { retriesFailed: false });
  return chosen !== 'other';
}
