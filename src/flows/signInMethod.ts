import * as vscode from 'vscode';
import { type Authentication, isApiKeyHeaderAllowed } from '../client/authentication';
import type { ActionRow } from '../ui/choiceRows';
import { isDismissed, runSteps, type Step } from '../ui/multiStep';
import { type Choice, enterText, pickOne } from '../ui/quickInput';

type Method = Exclude<Authentication, { readonly scheme: 'none' }>;

interface MethodQuestion {
  readonly title: string;
  /** Why it is asked; a sentence. */
  readonly reason?: string | undefined;
}

/**
 * Asks how requests to a service are authenticated.
 * @param before how they have been until now, or most likely are
 * @returns undefined when the question was dismissed
 */
export async function askForMethod(
  before: Authentication,
  { title, reason }: MethodQuestion,
): Promise<Method | undefined> {
  const header = before.scheme === 'apiKey' ? before.header : 'X-API-Key';
  const askForScheme: Step<Method> = async (_, position) =>
    await pickOne<Method>(
      {
        title,
        placeholder: describeQuestion(),
        choices: [...(reason === undefined ? [] : [createReasonRow(reason)]), ...listMethods(header)],
        preselect: ({ scheme }) => scheme === before.scheme,
      },
      position,
    );
  const askForHeader: Step<Method> = async (_, position) => {
    const entered = await enterText(
      {
        title,
        value: header,
        prompt: describeHeader(),
        problem: (text) =>
          isApiKeyHeaderAllowed(text)
            ? undefined
            : vscode.l10n.t('Not a valid header name, or a header that cannot hold an API key.'),
      },
      position,
    );
    return isDismissed(entered) ? entered : { scheme: 'apiKey', header: entered };
  };
  return await runSteps<Method>({ scheme: 'bearer' }, ({ scheme }) =>
    scheme === 'apiKey' ? [askForScheme, askForHeader] : [askForScheme],
  );
}

function describeQuestion(): string {
  return vscode.l10n.t('Choose what the service expects. The settings will say the same.');
}

function describeHeader(): string {
  return vscode.l10n.t(
    'Header for the key, such as X-API-Key. If a word stands before the key, write it after a colon, such as Authorization: Token.',
  );
}

/** The words of a service may be longer than a line above the rows. */
function createReasonRow(label: string): ActionRow {
  return { label, iconPath: new vscode.ThemeIcon('info'), run: () => undefined };
}

/** The headers are the same in all languages. */
function listMethods(header: string): Choice<Method>[] {
  return [
    {
      label: vscode.l10n.t('Token'),
      description: 'Authorization: Bearer …',
      value: { scheme: 'bearer' },
    },
    {
      label: vscode.l10n.t('User Name and Password'),
      description: 'Authorization: Basic …',
      value: { scheme: 'basic' },
    },
    {
      label: vscode.l10n.t('API Key in a Header…'),
      description: 'X-API-Key: …, Authorization: Token …',
      value: { scheme: 'apiKey', header },
    },
  ];
}
