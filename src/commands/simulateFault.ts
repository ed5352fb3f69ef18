import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { faultSizes, type SimulatedFault } from '../emulator/simulatedFaults';
import { formatCount, formatRate } from '../platform/format';
import { isDismissed } from '../ui/multiStep';
import { type Choice, pickOne } from '../ui/quickInput';

/** Lets users see what becomes of a launch before they rely on it. */
export async function chooseFault({
  emulator,
  projects,
  reusableModels,
}: Pick<CommandContext, 'emulator' | 'projects' | 'reusableModels'>): Promise<void> {
  if (emulator.running === undefined) return;
  const active = emulator.fault;
  const answer = await pickOne<SimulatedFault | 'none'>({
    title: vscode.l10n.t('Simulate a Fault'),
    placeholder: vscode.l10n.t('Select a fault to see what becomes of your launches'),
    choices: listChoices(active),
    preselect: (fault) => fault === active,
  });
  if (isDismissed(answer)) return;
  emulator.simulate(answer === 'none' ? undefined : answer);
  if (active === undefined) return;
  // They may show what the fault was the reason for.
  projects.refresh();
  reusableModels.refresh();
}

function listChoices(active: SimulatedFault | undefined): Choice<SimulatedFault | 'none'>[] {
  const faults = listFaults();
  if (active === undefined) return faults;
  const description = vscode.l10n.t('active');
  return [
    {
      label: vscode.l10n.t('No fault'),
      value: 'none',
    },
    ...faults.map((fault) => (fault.value === active ? { ...fault, description } : fault)),
  ];
}

/** Each says which requests it concerns and what the extension will do, which tests verify. */
function listFaults(): Choice<SimulatedFault>[] {
  const { unavailableMs, finaliseMs, bytesPerSecond } = faultSizes;
  return [
    {
      label: vscode.l10n.t('The response to the next create request is lost'),
      detail: vscode.l10n.t('The service creates it, and you are asked before anything is created again.'),
      value: 'lostResponse',
    },
    {
      label: vscode.l10n.t(
        'The file server is unavailable (503) for {0} seconds from the next file on',
        formatCount(unavailableMs / 1000),
      ),
      detail: vscode.l10n.t(
        'Each file is sent again until it is accepted, and the launch completes by itself.',
      ),
      value: 'unavailable',
    },
    {
      label: vscode.l10n.t('The upload URL of the next file has expired (403)'),
      detail: vscode.l10n.t(
        'The launch stops, finalises nothing, and offers to start over with a new model.',
      ),
      value: 'expiredUrl',
    },
    {
      label: vscode.l10n.t(
        'The file server is slow ({0}) until you select “No fault”',
        formatRate(bytesPerSecond),
      ),
      detail: vscode.l10n.t(
        'The upload goes on, however long it takes, and can be cancelled. Files of more than 10 MB show their rate.',
      ),
      value: 'slowLine',
    },
    {
      label: vscode.l10n.t('The sign-in is refused (401) until you enter another token'),
      detail: vscode.l10n.t(
        'You are asked once. Enter any text but the last one: it is checked, and the launch continues.',
      ),
      value: 'refusedSignIn',
    },
    {
      label: vscode.l10n.t('The next model takes {0} minutes to finalise', formatCount(finaliseMs / 60_000)),
      detail: vscode.l10n.t('The launch waits, says so, sends nothing twice, and then continues by itself.'),
      value: 'slowFinalise',
    },
    {
      label: vscode.l10n.t('The next simulation fails'),
      detail: vscode.l10n.t('Its row and a message say so. The launch itself has done its part.'),
      value: 'failedSimulation',
    },
  ];
}
