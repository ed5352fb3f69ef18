/** The command Add Service…: by its address, a file or a document. */

import * as vscode from 'vscode';
import { withEllipsis } from '../../messages/labels';
import { assertTrusted } from '../../platform/trust';
import { isDismissed } from '../../ui/multiStep';
import { type Choice, pickOne } from '../../ui/quickInput';
import { type AddContext, connectService } from './connectService';
import { addByAddress } from './findAtAddress';
import { proposeFromFile, proposeFromService } from './proposeService';
import { type DescribedService, readServiceFile } from './readService';
import { reviewService } from './reviewService';

/** How a service becomes known. */
type Source = 'address' | 'file' | 'document' | 'offeredDocument';

/**
 * Adds a service to the user's settings and selects it.
 * @throws UntrustedError in Restricted Mode, where a file may be there to be added by mistake
 */
export async function addService(context: AddContext): Promise<void> {
  assertTrusted();
  const source = await pickOne<Source>({
    title: vscode.l10n.t('Add Service'),
    placeholder: vscode.l10n.t('Select what you have'),
    choices: listSources(),
  });
  if (isDismissed(source)) return;
  if (source === 'address') {
    await addByAddress(context);
    return;
  }
  const described = await describe(context, source);
  if (described === undefined || !(await reviewService(context, described))) return;
  await connectService(context, described.definition.name);
}

async function describe(
  context: AddContext,
  source: Exclude<Source, 'address'>,
): Promise<DescribedService | undefined> {
  switch (source) {
    case 'file':
      return await readServiceFile();
    case 'document':
      return await proposeFromFile(context);
    case 'offeredDocument':
      return await proposeFromService(context);
  }
}

function listSources(): Choice<Source>[] {
  return [
    {
      label: vscode.l10n.t('Address…'),
      detail: vscode.l10n.t('Finds out by the lists of the service what it offers and how to sign in.'),
      iconPath: new vscode.ThemeIcon('globe'),
      value: 'address',
    },
    {
      label: vscode.l10n.t('File from a Colleague…'),
      detail: vscode.l10n.t('A file NAME.service.json, as Export Service… writes it.'),
      iconPath: new vscode.ThemeIcon('file-code'),
      value: 'file',
    },
    {
      label: withEllipsis(vscode.l10n.t('OpenAPI Document')),
      detail: vscode.l10n.t('A JSON file. It shows what requests contain and where values are in responses.'),
      iconPath: new vscode.ThemeIcon('json'),
      value: 'document',
    },
    {
      label: vscode.l10n.t('OpenAPI Document of the Service…'),
      detail: vscode.l10n.t('Asks for the address and requests the document there.'),
      iconPath: new vscode.ThemeIcon('cloud-download'),
      value: 'offeredDocument',
    },
  ];
}
