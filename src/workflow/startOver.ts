import * as vscode from 'vscode';
import { findChangedBodies, listBodiesAgain } from '../launch/agreedBodies';
import type { LaunchRecord } from '../launch/launchRecord';
import { previewBodies } from '../request/prepareLaunch';
import type { WorkflowContext } from './followLaunch';
import { planAgain } from './planAgain';
import { listAccountReasons, listBodyReasons } from './reasonsToAsk';
import { type LaunchStart, startLaunch } from './startLaunch';

/**
 * Starts the same launch again with a new model of the files as they are now. Does nothing without files.
 * @param question asks in any case
 */
export async function startOver(
  context: WorkflowContext,
  record: LaunchRecord,
  question?: LaunchStart['question'],
): Promise<void> {
  if (!('files' in record.plan.model)) return;
  const plan = await planAgain(await context.launches.withFiles({ id: record.plan.launch, record }));
  const { service: at, study } = record.plan;
  const service = context.connection.serviceOf(at);
  const check = () => context.connection.serviceOf(at);
  const changed = findChangedBodies(record.bodies, service.mapping, listBodiesAgain(record));
  const reasons = [
    ...(await listAccountReasons(context, service, at.account)),
    ...listBodyReasons(changed, previewBodies(service.mapping, plan)),
    ...(study === undefined
      ? []
      : [
          vscode.l10n.t(
            'It is row {0} of a study, which does not count the new launch: “Try Failed Again” would create the row once more.',
            study.row,
          ),
        ]),
  ];
  await startLaunch(context, vscode.l10n.t('Start Over'), { plan, service, check, reasons, question });
}
