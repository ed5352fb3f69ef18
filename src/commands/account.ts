import * as vscode from 'vscode';
import { mayCarrySecret } from '../client/baseUrl';
import type { Account } from '../account';
import type { ServiceAddress } from '../connection';
import { askModally, showMessage } from '../outlets';
import { parseToken, type TokenProblem } from '../secrets/tokenText';
import type { CommandContext } from './context';
import { isLeft } from './projectSteps';
import { enterText } from './quickInput';

export async function signIn({ account, connection }: CommandContext): Promise<void> {
  await askForToken(account, connection.address());
}

/** @returns the origin that somebody is signed in to now; nothing when it was left or is not possible. */
export async function askForToken(
  account: Pick<Account, 'signIn'>,
  { baseUrl }: ServiceAddress,
): Promise<string | undefined> {
  // As ASCII, so that a look-alike of another name shows.
  const { origin } = baseUrl;
  if (!mayCarrySecret(baseUrl)) {
    await showMessage(
      'error',
      vscode.l10n.t('A token is not sent to {0}, because the connection is not encrypted.', origin),
    );
    return undefined;
  }
  const answer = await enterText({
    title: vscode.l10n.t('Sign In'),
    prompt: vscode.l10n.t('Token for {0}. It is kept in the secret storage and sent nowhere else.', origin),
    value: '',
    isSecret: true,
    problem: (value) => {
      const parsed = parseToken(value);
      return typeof parsed === 'string' ? tokenProblemText(parsed) : undefined;
    },
  });
  if (isLeft(answer)) return undefined;
  const parsed = parseToken(answer);
  if (typeof parsed === 'string') return undefined;
  const isStored = await account.signIn(origin, parsed.token);
  void announce(origin, isStored, parsed.hadPrefix);
  return origin;
}

async function announce(origin: string, isStored: boolean, hadPrefix: boolean): Promise<void> {
  const done = vscode.l10n.t('You are signed in to {0}.', origin);
  const prefix = hadPrefix ? ` ${vscode.l10n.t('“Bearer” before the token was left out.')}` : '';
  if (isStored) {
    await showMessage('information', done + prefix);
    return;
  }
  const lost = vscode.l10n.t(
    'The secret storage of this computer cannot be used, so you are signed out when this window closes.',
  );
  await showMessage('warning', `${done}${prefix} ${lost}`);
}

export async function signOut({ account, connection }: CommandContext): Promise<void> {
  const { origin } = connection.address().baseUrl;
  const sessions = await account.getSessions();
  if (!sessions.some(({ id }) => id === origin)) {
    void showMessage('information', vscode.l10n.t('You are not signed in to {0}.', origin));
    return;
  }
  const confirm = vscode.l10n.t('Sign Out');
  const chosen = await askModally(
    'warning',
    vscode.l10n.t('Sign out of {0}?', origin),
    vscode.l10n.t('Its token is deleted. Running launches stop before their next request.'),
    confirm,
  );
  if (chosen !== confirm || (await account.signOut(origin))) return;
  await showMessage(
    'warning',
    vscode.l10n.t(
      'You are signed out in this window, but the secret storage of this computer did not delete the token.',
    ),
  );
}

function tokenProblemText(problem: TokenProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter the token.');
    case 'whitespace':
      return vscode.l10n.t('A token has no spaces or line breaks inside. Copy it again.');
    case 'characters':
      return vscode.l10n.t(
        'The token has characters that no token has. Copy it again, without quotation marks.',
      );
    case 'tooLong':
      return vscode.l10n.t('This is too long for a token.');
  }
}
