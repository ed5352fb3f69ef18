import * as vscode from 'vscode';
import { isSignInRequired, mayLackCredentials } from '../../client/core/errors';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import { commands, views } from '../../contributions';
import { signInTo } from '../../flows/askToSignIn';
import { listCommonRemedies } from '../../messages/remedies';
import type { ConnectedService } from '../../session/service';
import { withLateProgress } from '../../ui/cancellableProgress';
import { toButton } from '../../ui/remedyButtons';
import { showError } from '../../ui/showError';
import { showWithButtons } from '../../ui/showWithButtons';

/** The parts of the context that adding a service needs. */
export type AddContext = Pick<
  CommandContext,
  'connection' | 'documents' | 'emulator' | 'projects' | 'prompts' | 'settings'
>;

/**
 * Selects a service that was added, has the user sign in if it wants that, and shows its projects, or what is missing.
 * @param name of its environment
 */
export async function connectService(context: AddContext, name: string): Promise<void> {
  await context.settings.setEnvironment(name);
  if (context.emulator.running !== undefined) {
    const stop = { label: vscode.l10n.t('Stop Local Emulator'), command: commands.stopEmulator };
    const text = vscode.l10n.t('This is saved. It takes effect when you stop the local emulator.');
    void showWithButtons('information', text, [toButton(stop)]);
    return;
  }
  await vscode.commands.executeCommand(`${views.projects}.focus`);
  try {
    const count = await listProjects(context);
    if (count === undefined) return;
    const text = vscode.l10n.t('The service “{0}” is added. Projects: {1}.', escapeInvisible(name), count);
    void showWithButtons('information', text, []);
  } catch (error) {
    if (isSignInRequired(error)) {
      const text = vscode.l10n.t(
        'The service “{0}” is added. Sign in to see its projects.',
        escapeInvisible(name),
      );
      void showWithButtons('information', text, [toButton(listCommonRemedies().signIn)]);
      return;
    }
    await showError(error);
  }
}

/** @returns undefined when the user cancelled */
async function listProjects(context: AddContext): Promise<number | undefined> {
  const service = await context.connection.service();
  try {
    return await request(context, service);
  } catch (error) {
    // Some services refuse so whoever has not signed in, but others do for other reasons: nobody is asked twice.
    if (!mayLackCredentials(error)) throw error;
    if ((await signInTo(context, service)) === undefined) throw error;
    return await request(context, await context.connection.service());
  }
}

async function request({ projects }: AddContext, service: ConnectedService): Promise<number | undefined> {
  const title = vscode.l10n.t('Loading the projects…');
  return await withLateProgress(
    title,
    async (signal) => (await projects.fresh(service, { signal })).items.length,
  );
}
