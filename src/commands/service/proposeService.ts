import * as vscode from 'vscode';
import { usualPlaces } from '../../client/fetchDocument';
import { parseBaseUrl } from '../../client/url/baseUrl';
import type { CommandContext } from '../../context';
import { describeBaseUrlProblem } from '../../messages/describeError';
import {
  describeOmission,
  describeOpenApiProblem,
  describeServiceFileProblem,
} from '../../messages/serviceFiles';
import { maxOpenApiBytes, type OpenApiProposal, parseOpenApi } from '../../serviceFile/openApi';
import { listServers, listServersFor } from '../../serviceFile/servers';
import { defineService } from '../../serviceFile/serviceFile';
import { withStoppableProgress } from '../../ui/cancellableProgress';
import { isDismissed } from '../../ui/multiStep';
import { enterText, pickOne } from '../../ui/quickInput';
import { type DescribedService, readDocumentFile, sayNothingWritten } from './readService';

/** Asks for a document and for what it leaves open. @returns undefined when nothing can be added */
export async function proposeFromFile(
  context: Pick<CommandContext, 'settings'>,
): Promise<DescribedService | undefined> {
  const text = await readDocumentFile();
  return text === undefined ? undefined : await propose(context, text);
}

/** Requests the document that a service offers, once its address is known. @returns undefined when nothing can be added */
export async function proposeFromService(
  context: Pick<CommandContext, 'connection' | 'settings'>,
): Promise<DescribedService | undefined> {
  const address = await enterAddress(
    context,
    vscode.l10n.t(
      'Address of the service; its document is requested at {0} and other usual places',
      usualPlaces[0],
    ),
  );
  if (address === undefined) return undefined;
  const title = vscode.l10n.t('Requesting the OpenAPI document of {0}…', address.host);
  const found = await withStoppableProgress(title, (signal) =>
    context.connection.clients.findDocument(address, {
      signal,
      maxBytes: maxOpenApiBytes,
      isDocument: (text) => text.includes('"openapi"'),
    }),
  );
  if (found === undefined) return undefined;
  if ('text' in found) return await propose(context, found.text, { from: found.url, asked: address });
  sayNothingWritten(
    {
      tooLarge: describeOpenApiProblem({ kind: 'tooLarge' }),
      notFound: vscode.l10n.t('{0} has no OpenAPI document in JSON at the usual places.', address.host),
      refused: vscode.l10n.t(
        '{0} shows its OpenAPI document only to those who have signed in. Save it with your browser, then add the file.',
        address.host,
      ),
    }[found.problem],
  );
  return undefined;
}

/** Asks for the address of a service. @returns undefined when the question was dismissed */
export async function enterAddress(
  { settings: { allowInsecureHttp } }: Pick<CommandContext, 'settings'>,
  prompt: string,
  value = '',
): Promise<URL | undefined> {
  const parse = (text: string) => parseBaseUrl(text, { allowInsecureHttp });
  const answer = await enterText({
    title: vscode.l10n.t('Add Service'),
    prompt,
    placeholder: 'https://simulation.example.com',
    value,
    problem: (text) => {
      const parsed = parse(text);
      return parsed instanceof URL ? undefined : describeBaseUrlProblem(parsed);
    },
  });
  const parsed = isDismissed(answer) ? undefined : parse(answer);
  return parsed instanceof URL ? parsed : undefined;
}

/** Where a document came from, and the address that was entered for it. */
interface Origin {
  readonly from: URL;
  readonly asked: URL;
}

async function propose(
  context: Pick<CommandContext, 'settings'>,
  text: string,
  origin?: Origin,
  prefix?: string,
): Promise<DescribedService | undefined> {
  const proposal = await parseOpenApi(text, origin?.from, prefix);
  if ('kind' in proposal) {
    sayNothingWritten(describeOpenApiProblem(proposal));
    return undefined;
  }
  if (origin === undefined && listServers(proposal).length === 0) {
    const prompt = vscode.l10n.t('The document does not say at which address the service is. Enter it.');
    const asked = await enterAddress(context, prompt);
    return asked && (await propose(context, text, { from: asked, asked }));
  }
  const question = proposal.questions.find(({ about }) => about === 'prefix');
  if (question?.about === 'prefix') {
    const chosen = await choosePrefix(question.choices);
    // Each path may have requests of its own.
    return chosen === undefined ? undefined : await propose(context, text, origin, chosen);
  }
  const baseUrl = await chooseServer(proposal, origin?.asked);
  if (baseUrl === undefined) return undefined;
  const name = proposal.title === '' ? new URL(baseUrl).hostname : proposal.title;
  const definition = defineService(name, { ...proposal.entry, baseUrl });
  if (!('kind' in definition)) return { definition, notes: proposal.omissions.map(describeOmission) };
  sayNothingWritten(describeServiceFileProblem(definition));
  return undefined;
}

/**
 * The address of the service: one that the document names, or the one that was entered. Only a person says that it is
 * another host than the one that was entered.
 */
async function chooseServer(proposal: OpenApiProposal, asked: URL | undefined): Promise<string | undefined> {
  const servers = listServers(proposal);
  const choices =
    asked === undefined
      ? servers
      : listServersFor(asked, servers, vscode.l10n.t('the address that you entered'));
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) return only.url;
  const answer = await pickOne<string>({
    title: vscode.l10n.t('Add Service'),
    placeholder: vscode.l10n.t('The document names several addresses. Select yours'),
    choices: choices.map(({ url, description }) => ({ label: url, description, value: url })),
  });
  return isDismissed(answer) ? undefined : answer;
}

/** @returns one of the prefixes; undefined when the question was dismissed */
async function choosePrefix(prefixes: readonly string[]): Promise<string | undefined> {
  const answer = await pickOne<string>({
    title: vscode.l10n.t('Add Service'),
    placeholder: vscode.l10n.t('The document has the requests below several paths. Select the one to use'),
    choices: prefixes.map((prefix) => ({ label: prefix || '/', value: prefix })),
  });
  return isDismissed(answer) ? undefined : answer;
}
