import { stringifyExactly } from '../client/core/exactJson';
import type { BodyOperation } from '../client/core/types';
import { describeTemplate } from '../client/mapping/requestBodies';
import type { ServiceMapping } from '../client/mapping/serviceMapping';
import type { ServiceClient } from '../client/serviceClient';
import { hasFingerprint, makeFingerprint } from '../secrets/fingerprint';
import { BodiesChangedError } from './errors';
import type { AgreedBodies } from './journalEntry';
import type { LaunchRecord } from './launchRecord';
import { type LaunchGoal, listBodiesToSend } from './promptAnswers';

const operations = ['createProject', 'createModel', 'finaliseModel', 'createSimulation'] as const;

/** A service may refuse a body as it is: then the user corrects the settings, and knows what is sent next. */
const refusedBody: ReadonlySet<number | undefined> = new Set([400, 422]);

/** The bodies as the settings describe them now, for the record of what the user agrees to. */
export function fingerprintBodies(mapping: Pick<ServiceMapping, 'templates'>): AgreedBodies {
  return Object.fromEntries(
    operations.map((operation) => [operation, makeFingerprint(describeBody(operation, mapping))]),
  );
}

/**
 * The requests of which the body is not the one that was agreed to, because settings have changed since.
 * @param wanted the requests that are still to be sent
 */
export function findChangedBodies(
  agreed: AgreedBodies,
  mapping: Pick<ServiceMapping, 'templates'>,
  wanted: readonly BodyOperation[],
): readonly BodyOperation[] {
  return wanted.filter((operation) => {
    const before = agreed[operation];
    return before !== undefined && !hasFingerprint(describeBody(operation, mapping), before);
  });
}

/** The bodies to record when the user goes on with these. @returns undefined if they are those of before */
export function updateBodies(
  agreed: AgreedBodies,
  mapping: Pick<ServiceMapping, 'templates'>,
): AgreedBodies | undefined {
  const changed = findChangedBodies(agreed, mapping, operations);
  if (changed.length === 0) return undefined;
  const now = fingerprintBodies(mapping);
  // Those that stay keep their fingerprint, by which they can be told.
  return { ...agreed, ...Object.fromEntries(changed.map((operation) => [operation, now[operation]])) };
}

/** The requests of a launch that starts over, without that of which the user has corrected the body after a refusal. */
export function listBodiesAgain(record: LaunchRecord): readonly BodyOperation[] {
  return operations.filter((operation) => !wasRefused(record, operation));
}

/** The requests that a launch has still to send, without that of which the user has corrected the body after a refusal. */
export function listUnsentBodies(record: LaunchRecord, goal: LaunchGoal): readonly BodyOperation[] {
  return listBodiesToSend(record, goal).filter((operation) => !wasRefused(record, operation));
}

/**
 * The gate before the requests of a launch: no body is sent but those that the user has agreed to.
 * @throws BodiesChangedError
 */
export function assertAgreed(
  { mapping }: Pick<ServiceClient, 'mapping'>,
  record: LaunchRecord,
  goal: LaunchGoal,
): void {
  const [operation] = findChangedBodies(record.bodies, mapping, listBodiesToSend(record, goal));
  if (operation !== undefined) throw new BodiesChangedError(operation);
}

function wasRefused({ end, problem }: LaunchRecord, operation: BodyOperation): boolean {
  return end === 'failed' && problem?.operation === operation && refusedBody.has(problem.status);
}

function describeBody(operation: BodyOperation, mapping: Pick<ServiceMapping, 'templates'>): string {
  return stringifyExactly(describeTemplate(operation, mapping));
}
