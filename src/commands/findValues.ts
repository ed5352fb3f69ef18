import * as vscode from 'vscode';
import { ResponseError } from '../client/core/errors';
import type { CommandContext } from '../context';
import { findValues } from '../flows/findValues';
import { formatResponseReport } from '../messages/checkReport';
import { listFindValues } from '../messages/remedies';
import { textWithoutSecrets } from '../platform/output';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';

/** Shows a response in which something was not found. @param error the error about it */
export async function showResponse(
  { documents }: Pick<CommandContext, 'documents'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ResponseError)) return;
  await openResponse(documents, error);
  const buttons = listFindValues(error).map(toButton);
  if (buttons.length === 0) return;
  // A message may stand there for long.
  void showWithButtons(
    'information',
    vscode.l10n.t('Select the values that were not found, and the settings say where they are.'),
    buttons,
  );
}

/** Asks where the values of a response are, and writes that into the settings. @param error the error about it */
export async function findValuesInResponse(
  context: Pick<CommandContext, 'documents' | 'log' | 'settings'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ResponseError) || error.unread === undefined) return;
  const { host, status, environment, unread } = error;
  const show = () => {
    openResponse(context.documents, error).catch((failure: unknown) => context.log.failed(failure));
  };
  await findValues(context, { ...unread, host, status, environment, show });
}

async function openResponse(documents: CommandContext['documents'], error: ResponseError): Promise<void> {
  await documents.show(textWithoutSecrets(formatResponseReport(error)), vscode.l10n.t('Response'));
}
