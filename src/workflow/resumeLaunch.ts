import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { findChangedBodies, listUnsentBodies, updateBodies } from '../launch/agreedBodies';
import { BodiesChangedError } from '../launch/errors';
import type { AgreedBodies } from '../launch/journalEntry';
import type { ResumeOptions } from '../launch/launch';
import type { LaunchRecord } from '../launch/launchRecord';
import { listBodiesToSend } from '../launch/promptAnswers';
import { previewBodies } from '../request/prepareLaunch';
import type { ServiceSnapshot } from '../session/service';
import type { Caller } from '../views/ownRows';
import { followLaunch, type WorkflowContext } from './followLaunch';
import { askPermission } from './permission';
import { listAccountReasons, listBodyReasons, listCallerReasons } from './reasonsToAsk';
import { describeSent } from './reviewSections';

export interface GoingOnOptions extends Pick<ResumeOptions, 'finalise' | 'resolution'> {
  /** Who has called the command for it; nobody, if it goes on after a question of this extension. */
  readonly caller?: Caller | undefined;
}

/**
 * Resumes a launch where it stopped. Answers given at its start are kept; confirms only what is new: to finalise as
 * well, another user, other bodies, and a service that was not protected then.
 */
export async function resumeLaunch(
  context: WorkflowContext,
  id: string,
  { finalise = false, resolution, caller }: GoingOnOptions = {},
): Promise<void> {
  const { connection, launches } = context;
  const title = finalise ? vscode.l10n.t('Finalise Model') : vscode.l10n.t('Resume Launch');
  let asked: { readonly service: ServiceSnapshot; readonly account: string | undefined } | undefined;
  let bodies: AgreedBodies | undefined;
  const confirm = async (record: LaunchRecord) => {
    const { plan } = record;
    const service = connection.serviceOf(plan.service);
    const going = { record, finalise, caller, isRepeated: resolution?.finding.happened === false };
    if (!(await confirmGoingOn(context, service, going))) return false;
    asked = { service, account: plan.service.account };
    bodies = updateBodies(record.bodies, service.mapping);
    return true;
  };
  const clientOf = (cancelled: AbortSignal) => {
    if (asked === undefined) throw new Error('the launch was not looked at');
    return connection.clients.launchClient(asked.service, { cancelled, account: asked.account });
  };
  const options = { finalise, confirm, clientOf, bodies: () => bodies, resolution };
  await followLaunch(
    context,
    title,
    async (observer) => await launches.runners.launches.resume(id, observer, options),
  );
}

/** How a launch goes on. */
interface GoingOn {
  readonly record: LaunchRecord;
  readonly finalise: boolean;
  readonly caller: Caller | undefined;
  /** A request is sent once more of which the outcome was unknown. */
  readonly isRepeated: boolean;
}

/** Asks about what is new since the user agreed: another account or caller, other bodies, a protected environment. */
async function confirmGoingOn(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches'>,
  service: ServiceSnapshot,
  { record, finalise, caller, isRepeated }: GoingOn,
): Promise<boolean> {
  const { plan, uploaded } = record;
  const { mapping } = service;
  const whole = async () => {
    const { planned } = (await context.launches.withFiles({ id: plan.launch, record })).files;
    return 'files' in plan.model
      ? { ...plan, model: { ...plan.model, files: planned } }
      : { ...plan, model: plan.model };
  };
  const unsent =
    plan.study === undefined
      ? listUnsentBodies(record, { finalise })
      : listBodiesToSend(record, { finalise: true });
  const changed = findChangedBodies(record.bodies, mapping, unsent);
  const [first] = changed;
  // Its study keeps what each of its rows sends, so that none is created twice.
  if (first !== undefined && plan.study !== undefined) throw new BodiesChangedError(first);
  const bodies = changed.length === 0 ? {} : previewBodies(mapping, await whole());
  const reasons = [
    ...listCallerReasons(caller),
    ...(await listAccountReasons(context, service, plan.service.account)),
    ...listBodyReasons(changed, bodies),
  ];
  const permission = await askPermission(context, service, plan, {
    finaliseOnly: finalise,
    isAgreed: plan.protectionConfirmed === true && !finalise && !isRepeated,
    reasons,
    sendsFiles: !uploaded,
    sections: async () => describeSent(service, await whole()),
  });
  return permission !== 'refused';
}
