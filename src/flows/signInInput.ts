import * as vscode from 'vscode';
import type { AccountRef } from '../secrets/accountSecrets';
import {
  findPasswordProblem,
  findUserProblem,
  joinCredentials,
  type UserPassword,
  type UserPasswordProblem,
} from '../secrets/basicCredentials';
import { parseApiKey, type ParsedToken, parseToken, type TokenProblem } from '../secrets/parseToken';
import type { SignInRequest } from '../secrets/signInPrompts';
import { isDismissed, runSteps, type Step } from '../ui/multiStep';
import { enterText, withInterruption } from '../ui/quickInput';
import { SecretTrial } from './secretTrial';

export interface SecretQuestion {
  readonly account: AccountRef;
  readonly request: SignInRequest;
  /** Closes the question when aborted. */
  readonly signal: AbortSignal;
  /** The user has entered a secret before. */
  readonly isSignedIn: boolean;
  /** The user name entered before. */
  readonly user?: string | undefined;
}

export interface EnteredSecret {
  /** A token, a key, or a user name and a password as joined by `joinCredentials`. */
  readonly secret: string;
  /** The user pasted the token with the prefix `Bearer`, which was removed. */
  readonly hadPrefix: boolean;
  /** The service has accepted it. Otherwise the user keeps it although it could not be checked. */
  readonly isChecked: boolean;
}

/** Asks the user for credentials until the service does not refuse them. A question that was open before is shown again afterwards. */
export async function askForSecret(question: SecretQuestion): Promise<EnteredSecret | undefined> {
  return await withInterruption(() =>
    question.account.scheme === 'basic' ? askForUserPassword(question) : askForToken(question),
  );
}

async function askForToken(question: SecretQuestion): Promise<EnteredSecret | undefined> {
  const { origin, scheme } = question.account;
  const trial = new SecretTrial(question.account, question.request.check);
  const parse: (text: string) => ParsedToken | TokenProblem = scheme === 'apiKey' ? parseApiKey : parseToken;
  const prompt =
    scheme === 'apiKey'
      ? vscode.l10n.t(
          'API key for {0}. It is stored in the secret storage of VS Code and sent only to this address.',
          origin,
        )
      : vscode.l10n.t(
          'Token for {0}. It is stored in the secret storage of VS Code and sent only to this address.',
          origin,
        );
  const answer = await enterText({
    title: vscode.l10n.t('Sign In'),
    prompt: withReason(prompt, question),
    value: '',
    isSecret: true,
    signal: question.signal,
    problem: (text) => {
      const parsed = parse(text);
      return typeof parsed === 'string' ? describeTokenProblem(parsed) : undefined;
    },
    verify: async (text, signal) => {
      const parsed = parse(text);
      return typeof parsed === 'string' ? undefined : await trial.verify(parsed.token, signal);
    },
  });
  const parsed = isDismissed(answer) ? undefined : parse(answer);
  if (parsed === undefined || typeof parsed === 'string') return undefined;
  const { token: secret, hadPrefix } = parsed;
  return { secret, hadPrefix, isChecked: trial.isChecked(secret) };
}

async function askForUserPassword(question: SecretQuestion): Promise<EnteredSecret | undefined> {
  const initial = { user: question.user ?? '', password: '' };
  const trial = new SecretTrial(question.account, question.request.check);
  const steps = [createUserStep(question), createPasswordStep(question, trial)];
  const answer = await runSteps(initial, () => steps);
  if (answer === undefined) return undefined;
  const secret = joinCredentials(answer);
  return { secret, hadPrefix: false, isChecked: trial.isChecked(secret) };
}

function createUserStep(asked: SecretQuestion): Step<UserPassword> {
  return async (state, position) => {
    const { account, signal } = asked;
    const prompt = vscode.l10n.t('User name for {0}', account.origin);
    const question = {
      title: vscode.l10n.t('Sign In'),
      prompt: withReason(prompt, asked),
      value: state.user,
      signal,
      problem: (text: string) => describeProblem(findUserProblem(text)),
    };
    const user = await enterText(question, position);
    return isDismissed(user) ? user : { ...state, user };
  };
}

function createPasswordStep(
  { account: { origin }, signal }: SecretQuestion,
  trial: SecretTrial,
): Step<UserPassword> {
  return async (state, position) => {
    const question = {
      title: vscode.l10n.t('Sign In'),
      prompt: vscode.l10n.t(
        'Password for {0}. It is stored in the secret storage of VS Code and sent only to this address.',
        origin,
      ),
      value: '',
      isSecret: true,
      signal,
      problem: (text: string) => describeProblem(findPasswordProblem(text)),
      verify: (entered: string, stopped: AbortSignal) =>
        trial.verify(joinCredentials({ ...state, password: entered }), stopped),
    };
    const password = await enterText(question, position);
    return isDismissed(password) ? password : { ...state, password };
  };
}

function withReason(prompt: string, { request, isSignedIn }: SecretQuestion): string {
  if (request.reason === 'wanted') return prompt;
  const why = isSignedIn
    ? vscode.l10n.t('The service rejected your credentials.')
    : vscode.l10n.t('The service requires you to sign in.');
  return `${why} ${prompt}`;
}

function describeTokenProblem(problem: TokenProblem): string {
  return {
    empty: vscode.l10n.t('This field is required.'),
    whitespace: vscode.l10n.t('The value must not contain spaces or line breaks. Copy it again.'),
    characters: vscode.l10n.t(
      'The value contains characters that cannot be sent. Copy it again, without quotation marks.',
    ),
    tooLong: vscode.l10n.t('The value is too long.'),
  }[problem];
}

function describeProblem(problem: UserPasswordProblem | undefined): string | undefined {
  return (
    problem &&
    {
      empty: vscode.l10n.t('This field is required.'),
      colon: vscode.l10n.t('A user name cannot contain a colon.'),
      characters: vscode.l10n.t('The value contains invisible characters that cannot be sent.'),
      tooLong: vscode.l10n.t('The value is too long.'),
    }[problem]
  );
}
