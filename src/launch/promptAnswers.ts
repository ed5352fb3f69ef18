import type { BodyOperation } from '../client/core/types';
import { buildRequestBody, type PromptAnswers } from '../client/mapping/requestBodies';
import type { ServiceClient } from '../client/serviceClient';
import { isProjectOnly, type LaunchRecord } from './launchRecord';

/** The answers for the body of a request, given when the launch was planned. */
export function answersFor({ plan }: LaunchRecord, operation: BodyOperation): PromptAnswers {
  return { answers: plan.answers?.[operation] };
}

/**
 * Checks all bodies that are still to be sent before the first of them is sent: their prompts may have changed since
 * the launch was planned.
 * @throws {MappingError} `noAnswer`
 */
export function assertAnswered(client: ServiceClient, record: LaunchRecord, goal: LaunchGoal): void {
  for (const operation of listBodiesToSend(record, goal)) {
    buildRequestBody(operation, client.mapping, {}, answersFor(record, operation));
  }
}

/** How far a launch goes. */
export interface LaunchGoal {
  /** Whether it finalises its model. */
  readonly finalise: boolean;
}

/** The requests with bodies that a launch has still to send. */
export function listBodiesToSend(record: LaunchRecord, { finalise }: LaunchGoal): BodyOperation[] {
  const { plan, project, modelId, finalised, simulation } = record;
  const isNewProject = plan.project !== undefined && 'newName' in plan.project;
  return [
    ...(isNewProject && project === undefined ? (['createProject'] as const) : []),
    ...(modelId === undefined && !isProjectOnly(record) ? (['createModel'] as const) : []),
    ...(finalise && !finalised ? (['finaliseModel'] as const) : []),
    ...(plan.simulate && simulation === undefined ? (['createSimulation'] as const) : []),
  ];
}
