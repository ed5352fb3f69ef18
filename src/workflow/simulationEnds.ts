import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import type { EndedSimulation } from '../launch/simulationPoller';
import { formatCount } from '../platform/format';
import { showWithButtons } from '../ui/showWithButtons';
import { formatStatus } from '../views/launchStates';
import { countStatuses, formatStatusCounts } from '../views/statusCounts';
import { createOpenPageButton } from './doneMessage';
import { formatLabel } from './quotedText';

/** Says that simulations have ended, in the words of their services, with their page if there is one of one. */
export async function showEnds(
  context: Pick<CommandContext, 'pages'>,
  ended: readonly EndedSimulation[],
): Promise<void> {
  const [first] = ended;
  if (first === undefined) return;
  const severity = ended.some(({ status }) => status.end === 'failure') ? 'warning' : 'information';
  if (ended.length > 1) {
    const counts = formatStatusCounts(countStatuses(ended), formatCount);
    const text = vscode.l10n.t('{0} simulations have ended: {1}', formatCount(ended.length), counts.join());
    await showWithButtons(severity, text, []);
    return;
  }
  const { launch, status } = first;
  const text = vscode.l10n.t(
    'The simulation of “{0}” has ended: {1}',
    formatLabel(launch.record.plan.model.name),
    formatStatus(status).join(', '),
  );
  const open = createOpenPageButton(context, launch.record);
  await showWithButtons(severity, text, open === undefined ? [] : [open]);
}
