import * as vscode from 'vscode';
import { isSignInRequired, ServiceError, StatusError } from '../client/core/errors';
import { describeError } from '../messages/describeError';
import { withEllipsis } from '../messages/labels';
import { describeLackOfAscii, describeReason, describeServerResponse } from '../messages/serviceErrors';
import type { AccountRef } from '../secrets/accountSecrets';
import {
  findPasswordProblem,
  findUserProblem,
  joinCredentials,
  type UserPassword,
  type UserPasswordProblem,
} from '../secrets/basicCredentials';
import { parseToken, type TokenProblem } from '../secrets/parseToken';
import type { SecretCheck, SignInRequest } from '../secrets/signInPrompts';
import { isDismissed, runSteps, type Step } from '../ui/multiStep';
import { enterText, type StepButton, withInterruption } from '../ui/quickInput';

export interface SecretQuestion {
  readonly account: AccountRef;
  readonly request: SignInRequest;
  /** Closes the question when aborted. */
  readonly signal: AbortSignal;
  /** The user has entered a secret before. */
  readonly isSignedIn: boolean;
  /** The user name entered before. */
  readonly user?: string | undefined;
  /** The word that stands before the token in the header; empty for none. */
  readonly word: string;
  /** Whether the user may choose another method. */
  readonly hasOtherMethods: boolean;
}

export interface EnteredSecret {
  /** A token, a key, or a user name and a password as joined by `joinCredentials`. */
  readonly secret: string;
  /** The user pasted the token with the word before it, which was removed. */
  readonly hadWord: boolean;
  /** The service has accepted it. Otherwise the user keeps it although it could not be checked. */
  readonly isChecked: boolean;
}

/** The user wants to sign in by another method. */
export const otherMethod = Symbol('otherMethod');

/** Asks the user for credentials until the service does not refuse them. A question that was open before is shown again afterwards. */
export async function askForSecret(
  question: SecretQuestion,
): Promise<EnteredSecret | typeof otherMethod | undefined> {
  const left = new AbortController();
  const signal = AbortSignal.any([question.signal, left.signal]);
  const button: StepButton = {
    iconPath: new vscode.ThemeIcon('settings-gear'),
    tooltip: withEllipsis(vscode.l10n.t('Other Method')),
    run: () => left.abort(),
  };
  const input = { ...question, signal, buttons: question.hasOtherMethods ? [button] : [] };
  const entered = await withInterruption(() =>
    question.account.scheme === 'basic' ? askForUserPassword(input) : askForToken(input),
  );
  return left.signal.aborted ? otherMethod : entered;
}

interface SecretInput extends SecretQuestion {
  readonly buttons: readonly StepButton[];
}

async function askForToken(question: SecretInput): Promise<EnteredSecret | undefined> {
  const { origin, scheme } = question.account;
  const trial = createSecretTrial(question.account, question.request.check);
  const parse = (text: string) => parseToken(text, question.word);
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
    buttons: question.buttons,
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
  const { token: secret, hadWord } = parsed;
  return { secret, hadWord, isChecked: trial.isChecked(secret) };
}

async function askForUserPassword(question: SecretInput): Promise<EnteredSecret | undefined> {
  const { account, request, signal, buttons, user = '' } = question;
  const title = vscode.l10n.t('Sign In');
  const trial = createSecretTrial(account, request.check);
  const askForUser: Step<UserPassword> = async (state, position) => {
    const answer = await enterText(
      {
        title,
        signal,
        buttons,
        value: state.user,
        prompt: withReason(vscode.l10n.t('User name for {0}', account.origin), question),
        problem: (text) => describeProblem(findUserProblem(text)),
      },
      position,
    );
    return isDismissed(answer) ? answer : { ...state, user: answer };
  };
  const askForPassword: Step<UserPassword> = async (state, position) => {
    const answer = await enterText(
      {
        title,
        signal,
        buttons,
        value: '',
        isSecret: true,
        prompt: vscode.l10n.t(
          'Password for {0}. It is stored in the secret storage of VS Code and sent only to this address.',
          account.origin,
        ),
        problem: (text) => describeProblem(findPasswordProblem(text)),
        verify: (password, stopped) => trial.verify(joinCredentials({ ...state, password }), stopped),
      },
      position,
    );
    return isDismissed(answer) ? answer : { ...state, password: answer };
  };
  const answer = await runSteps({ user, password: '' }, () => [askForUser, askForPassword]);
  if (answer === undefined) return undefined;
  const secret = joinCredentials(answer);
  return { secret, hadWord: false, isChecked: trial.isChecked(secret) };
}

function withReason(prompt: string, { account, request, isSignedIn }: SecretQuestion): string {
  if (request.reason === 'wanted') return prompt;
  const { host } = new URL(account.origin);
  const why = isSignedIn
    ? vscode.l10n.t('{0} rejected your credentials.', host)
    : vscode.l10n.t('The service requires you to sign in.');
  const { words } = request;
  const said = words === undefined ? '' : ` ${describeServerResponse(host, 401, words)}`;
  return `${why}${said} ${prompt}`;
}

function describeTokenProblem(problem: TokenProblem): string {
  return {
    empty: vscode.l10n.t('This field is required.'),
    whitespace: vscode.l10n.t('The value must not contain spaces or line breaks. Copy it again.'),
    characters: vscode.l10n.t(
      'The value contains characters that cannot be sent. Copy it again, without quotation marks.',
    ),
    notAlone: vscode.l10n.t(
      'The value contains more than the token or key. Copy it again, without quotation marks and without what stands around it.',
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

/** Checks what the user enters for an account, while the input is open. */
function createSecretTrial(account: AccountRef, check: SecretCheck) {
  /** The secret that the service neither accepted nor refused. */
  let unchecked: string | undefined;
  return {
    /** Whether the service has accepted a secret that was entered. */
    isChecked: (secret: string) => secret !== unchecked,
    /**
     * @returns why the input stays open. A secret that cannot be checked is accepted when it is entered once more.
     * @throws the reason of the signal
     */
    async verify(secret: string, signal: AbortSignal): Promise<vscode.InputBoxValidationMessage | undefined> {
      if (secret === unchecked) return undefined;
      unchecked = undefined;
      try {
        await check(secret, signal);
        return undefined;
      } catch (error) {
        signal.throwIfAborted();
        if (isSignInRequired(error)) {
          return {
            message: describeRefusal(account, error),
            severity: vscode.InputBoxValidationSeverity.Error,
          };
        }
        unchecked = secret;
        return { message: describeUnchecked(error), severity: vscode.InputBoxValidationSeverity.Warning };
      }
    },
  };
}

function describeRefusal({ origin }: AccountRef, error: unknown): string {
  const { host } = new URL(origin);
  const words = error instanceof StatusError ? error.serverMessage : undefined;
  const refusal = vscode.l10n.t('{0} rejected your credentials.', host);
  const response = words === undefined ? undefined : describeServerResponse(host, 401, words);
  return [refusal, response, describeLackOfAscii(error)].filter((part) => part !== undefined).join(' ');
}

function describeUnchecked(error: unknown): string {
  const reason = error instanceof ServiceError ? describeReason(error) : describeError(error);
  const next = vscode.l10n.t('Press Enter again to keep the credentials anyway.');
  return `${vscode.l10n.t('The credentials could not be checked.')} ${reason} ${next}`;
}
