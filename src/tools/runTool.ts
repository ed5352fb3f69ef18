import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { type ToolId, tools } from '../contributions';
import { messageWithoutSecrets } from '../platform/output';
import { assertTrusted } from '../platform/trust';
import { checkDecksForAgent } from './deckTools';
import { planForAgent, startForAgent } from './launchTools';
import { getLaunch, listLaunches, listModels, listProjects } from './listTools';
import { explainError } from './toolProblems';
import type { ToolResult } from './toolResult';

type Tool = (context: CommandContext, input: unknown, signal: AbortSignal) => Promise<ToolResult>;

const handlers: Readonly<Record<ToolId, Tool>> = {
  [tools.listProjects]: listProjects,
  [tools.listModels]: listModels,
  [tools.listLaunches]: listLaunches,
  [tools.getLaunch]: getLaunch,
  [tools.checkDeck]: checkDecksForAgent,
  [tools.planLaunch]: planForAgent,
  [tools.startLaunch]: startForAgent,
};

/**
 * Runs a tool for an agent, or for another extension, which may call it even where package.json does not offer it. No
 * error is thrown: VS Code would show its text to the agent, and log the input.
 */
export async function runTool(
  context: CommandContext,
  id: ToolId,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const cancelled = new AbortController();
  const subscription = token.onCancellationRequested(() => cancelled.abort());
  if (token.isCancellationRequested) cancelled.abort();
  try {
    return toToolResult(await runChecked(context, id, input, cancelled.signal));
  } finally {
    subscription.dispose();
  }
}

async function runChecked(
  context: CommandContext,
  id: ToolId,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { agentTools } = context.settings;
  const isOff = agentTools === 'off' || (agentTools === 'readOnly' && id === tools.startLaunch);
  if (isOff) {
    return {
      status: 'failed',
      problems: [{ kind: 'switchedOff', setting: 'simulationService.agentTools' }],
      next: 'Only the user can change this setting.',
    };
  }
  try {
    assertTrusted();
    signal.throwIfAborted();
    return await handlers[id](context, input, signal);
  } catch (error) {
    if (signal.aborted) return { status: id === tools.startLaunch ? 'declined' : 'failed', ...wasCancelled };
    context.log.failed(error);
    return { status: 'failed', ...explainError(error) };
  }
}

const wasCancelled = { problems: [{ kind: 'cancelled' }], next: 'It was cancelled. Nothing was created.' };

/** Secrets are redacted once more, though no result should hold any. */
function toToolResult(result: ToolResult): vscode.LanguageModelToolResult {
  const text = messageWithoutSecrets(JSON.stringify(result));
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
