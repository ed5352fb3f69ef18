import * as vscode from 'vscode';
import type { Identifier } from '../client/core/types';
import { readKeptResponse } from '../client/response/keptResponse';
import type { CommandContext } from '../context';
import { commands, settings } from '../contributions';
import { findValues } from '../flows/findValues';
import { isProjectOnly, type LaunchRecord } from '../launch/launchRecord';
import { formatSimulationReport } from '../messages/checkReport';
import { openSetting } from '../messages/remedies';
import { describeMissingSimulationId } from '../messages/serviceErrors';
import { findSettingId } from '../messages/settingNames';
import { copyData, textWithoutSecrets } from '../platform/output';
import { toButton } from '../ui/remedyButtons';
import type { Button, Message } from '../ui/showWithButtons';
import { openPage } from '../views/rowPages';
import { createLaunchButton } from './launchButtons';

/** Says what a launch has created. */
export function describeSuccess(record: LaunchRecord): string {
  const { text } = successOf(record);
  return record.simulation?.response === undefined ? text : `${text} ${describeMissingSimulationId()}`;
}

interface Success {
  readonly text: string;
  /** The identifier that matters, and the button that copies it. */
  readonly id: Identifier;
  readonly copyLabel: string;
  readonly nextStep?: Button;
}

/** Says what a launch has created, with what the user can do next. */
export function createDoneMessage(
  context: Pick<CommandContext, 'documents' | 'log' | 'pages' | 'settings'>,
  record: LaunchRecord,
): Message {
  const { text, id, copyLabel, nextStep } = successOf(record);
  const copy = { label: copyLabel, run: () => copyData(String(id)) };
  const open = createOpenPageButton(context, record);
  const missing = listMissingIdButtons(context, [record]);
  const buttons = [nextStep, open, ...(missing.length === 0 ? [copy] : missing)];
  return {
    severity: 'information',
    text: missing.length === 0 ? text : `${text} ${describeMissingSimulationId()}`,
    buttons: buttons.filter((button) => button !== undefined),
  };
}

/** The services of this window of which a person has read that the identifiers of simulations are not found. */
const reported = new Set<string>();

/**
 * The buttons for a simulation whose identifier was not found in the response: what the response says, and the setting.
 * A service is like this for every simulation, so it is said once.
 * @returns none if there is nothing to say
 */
export function listMissingIdButtons(
  context: Pick<CommandContext, 'documents' | 'log' | 'settings'>,
  records: readonly LaunchRecord[],
): Button[] {
  const found = records.find(({ simulation }) => simulation?.response !== undefined);
  const response = found?.simulation?.response;
  if (found === undefined || response === undefined) return [];
  const { origin, basePath, variant, environment = '' } = found.plan.service;
  const service = [origin, basePath, variant, environment].join(' ');
  if (reported.has(service)) return [];
  reported.add(service);
  const describedBy = describesItself(context, environment) ? environment : undefined;
  const show = async () => {
    await context.documents.show(
      textWithoutSecrets(formatSimulationReport(response)),
      vscode.l10n.t('Response'),
    );
  };
  const showButton = { label: vscode.l10n.t('Show Response'), run: show };
  const open = toButton(openSetting(findSettingId(settings.responses, describedBy)));
  if (response === '') return [showButton, open];
  const find = () =>
    findValues(context, {
      operation: 'createSimulation',
      json: readKeptResponse(response),
      host: new URL(origin).host,
      status: 201,
      environment: describedBy,
      show: () => {
        show().catch((error: unknown) => context.log.failed(error));
      },
    });
  return [{ label: vscode.l10n.t('Find Values…'), run: find }, showButton, open];
}

/** Whether an environment, and not the plain settings, describes the responses of its service. */
function describesItself(
  { settings: { environments } }: Pick<CommandContext, 'settings'>,
  name: string,
): boolean {
  const found = environments.find((one) => one.name === name);
  return found !== undefined && 'description' in found;
}

/** The button that opens the page of a launch. @returns undefined for a service without pages */
export function createOpenPageButton(
  { pages }: Pick<CommandContext, 'pages'>,
  record: LaunchRecord,
): Button | undefined {
  if (!pages.hasOfLaunch(record)) return undefined;
  return { label: vscode.l10n.t('Open in Browser'), run: () => openPage(pages.urlOfLaunch(record)) };
}

function successOf(record: LaunchRecord): Success {
  const { modelId = '', project, simulation, finalised, plan } = record;
  const model = String(modelId);
  const copyLabel = vscode.l10n.t('Copy ID');
  if (isProjectOnly(record)) {
    const id = project?.id ?? '';
    const text = vscode.l10n.t('Project “{0}” was created with the ID {1}.', plan.model.name, String(id));
    return { text, id, copyLabel };
  }
  if (simulation !== undefined) return simulationSuccess(simulation.id, modelId, project?.name ?? '');
  if (!finalised) {
    const text = vscode.l10n.t('Model {0} is uploaded, but not finalised.', model);
    const finalise = createLaunchButton(vscode.l10n.t('Finalise'), commands.finaliseLaunch, plan.launch);
    return { text, id: modelId, copyLabel, nextStep: finalise };
  }
  const text = vscode.l10n.t('Model {0} was uploaded and finalised.', model);
  const simulate = createLaunchButton(
    vscode.l10n.t('Create Simulation'),
    commands.simulateLaunch,
    plan.launch,
  );
  return { text, id: modelId, copyLabel, nextStep: simulate };
}

/** Some services give their simulations no identifier. */
function simulationSuccess(id: Identifier | undefined, modelId: Identifier, project: string): Success {
  const model = String(modelId);
  if (id === undefined) {
    const text = vscode.l10n.t('A simulation of model {0} was created in project “{1}”.', model, project);
    return { text, id: modelId, copyLabel: vscode.l10n.t('Copy ID') };
  }
  const where = [String(id), model, project] as const;
  const text = vscode.l10n.t('Simulation {0} of model {1} was created in project “{2}”.', ...where);
  return { text, id, copyLabel: vscode.l10n.t('Copy Simulation ID') };
}
