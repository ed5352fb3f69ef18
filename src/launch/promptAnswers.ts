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
export function assertAnswered(client: ServiceClient, record: LaunchRecord, finalise: boolean): void {
  for (const operation of listBodiesToSend(record, finalise)) {
    buildRequestBody(operation, client.mapping, {}, answersFor(record, operation));
  }
}

/** The requests with bodies that a launch has still to send. @param finalise whether it finalises its model */
export function listBodiesToSend(record: LaunchRecord, finalise: boolean): BodyOperation[] {
  const { plan, project, modelId, finalised, simulation } = record;
  const isNewProject = plan.project !== undefined && 'newName' in plan.project;
  return [
    ...(isNewProject && project === undefined ? (['createProject'] as const) : []),
    ...(modelId === undefined && !isProjectOnly(record) ? (['createModel'] as const) : []),
    ...(finalise && !finalised ? (['finaliseModel'] as const) : []),
    ...(plan.simulate && simulation === undefined ? (['createSimulation'] as const) : []),
  ];
}
