/** The commands Sign In and Sign Out. */

import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { type SignInContext, signInTo } from '../flows/askToSignIn';
import { showMessage } from '../platform/output';
import { getAccountAt } from '../secrets/accountSecrets';
import { askModally } from '../ui/askModally';

export async function signIn(context: SignInContext): Promise<void> {
  await signInTo(context, context.connection.address());
}

export async function signOut({
  account,
  connection,
}: Pick<CommandContext, 'account' | 'connection'>): Promise<void> {
  const address = connection.address();
  const { baseUrl } = address;
  const { scheme } = connection.authenticationOf(address);
  const from = scheme === 'none' ? undefined : getAccountAt(scheme, baseUrl);
  if (from === undefined || !(await account.isSignedIn(from))) {
    void showMessage('information', vscode.l10n.t('You are not signed in to {0}.', baseUrl.origin));
    return;
  }
  const chosen = await askModally({
    severity: 'warning',
    text: vscode.l10n.t('Sign out of {0}?', baseUrl.origin),
    detail: [
      vscode.l10n.t('Your credentials will be deleted. Running launches stop before their next request.'),
    ],
    harmless: 'staySignedIn',
    acting: { signOut: vscode.l10n.t('Sign Out') },
  });
  if (chosen !== 'signOut' || (await account.signOut(from))) return;
  await showMessage(
    'warning',
    vscode.l10n.t(
      'You are signed out in this window, but the secret storage of VS Code still has your credentials.',
    ),
  );
}
