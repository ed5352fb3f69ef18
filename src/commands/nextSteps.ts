import { showError } from '../errorReport';
import type { CommandContext } from './context';
import { createSimulationOf } from './createSimulation';
import { finaliseKnownModel } from './finaliseModel';
import type { NextSteps } from './runLaunch';

/** What the last message of a launch offers. It is chosen long after the command ended, so errors are shown here. */
export function nextSteps(context: CommandContext): NextSteps {
  return {
    finalise: (model) => shown(context, finaliseKnownModel(context, model)),
    createSimulation: (modelId) => shown(context, createSimulationOf(context, modelId)),
  };
}

async function shown(context: CommandContext, step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    context.log.error(String(error));
    await showError(error);
  }
}
