import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import {
  choosePath,
  hasService,
  type PathProbe,
  probePaths,
  readAddress,
  type ServicePath,
} from '../../check/findPath';
import { proposeMethod } from '../../check/proposeMethod';
import { tryAtPaths } from '../../check/tryAtPaths';
import type { Authentication } from '../../client/authentication';
import { variants } from '../../client/core/apiVariant';
import { isSignInRequired, mayLackCredentials, NetworkError, StatusError } from '../../client/core/errors';
import { defaultMapping } from '../../client/mapping/serviceMapping';
import { commands } from '../../contributions';
import { askForMethod } from '../../flows/signInMethod';
import { describeReason, describeServerResponse } from '../../messages/serviceErrors';
import { describeServiceFileProblem } from '../../messages/serviceFiles';
import { getAccountAt } from '../../secrets/accountSecrets';
import type { SecretCheck } from '../../secrets/signInPrompts';
import { defineService } from '../../serviceFile/serviceFile';
import { formEntry, type FoundService } from '../../serviceFile/wholeEntry';
import type { CheckableService } from '../../session/serviceClients';
import { withStoppableProgress } from '../../ui/cancellableProgress';
import { showWithButtons } from '../../ui/showWithButtons';
import { type AddContext, connectService } from './connectService';
import { enterAddress } from './proposeService';
import { sayNothingWritten } from './readService';
import { reviewService } from './reviewService';

/**
 * Adds the service at an address: finds out by its lists below which path it is and how users sign in. It ends with the
 * projects, or says what is missing.
 */
export async function addByAddress(context: AddContext, value = ''): Promise<void> {
  const prompt = vscode.l10n.t('Address of the service. Its lists are requested; nothing is created.');
  const url = await enterAddress(context, prompt, value);
  if (url === undefined) return;
  const { baseUrl, variant } = readAddress(url);
  const place: Place = { baseUrl: new URL(baseUrl), first: variant };
  const probes = await probe(context, place, { scheme: 'bearer' });
  const first = probes && choosePath(probes);
  if (probes === undefined || first === undefined) return;
  if (!hasService(first)) {
    sayNotFound(context, place, first);
    return;
  }
  const signedIn = await signInIfNeeded(context, place, probes);
  const chosen = signedIn?.probe ?? first;
  await add(context, { baseUrl, path: chosen.path, authentication: signedIn?.authentication });
}

interface Place {
  readonly baseUrl: URL;
  /** See {@link probePaths}. */
  readonly first: ServicePath['variant'] | undefined;
}

/** @returns undefined when the user cancelled */
async function probe(
  { connection }: AddContext,
  { baseUrl, first }: Place,
  authentication: Authentication,
): Promise<readonly PathProbe[] | undefined> {
  const title = vscode.l10n.t('Looking for the service at {0}…', baseUrl.host);
  const clientFor = (path: ServicePath) =>
    connection.clients.createClient(createService(baseUrl, path, authentication), { once: true });
  return await withStoppableProgress(title, (signal) => probePaths(clientFor, { first, signal }));
}

function createService(
  baseUrl: URL,
  { variant, pathPrefix }: ServicePath,
  authentication: Authentication,
): CheckableService {
  const mapping = { ...defaultMapping, ...(pathPrefix !== undefined && { pathPrefix }) };
  return { baseUrl, variant, environment: '', mapping, finaliseAfterUpload: true, authentication };
}

/** Has the user sign in where the service wants that. @returns undefined where it does not, or the user does not */
async function signInIfNeeded(
  context: AddContext,
  place: Place,
  probes: readonly PathProbe[],
): Promise<{ readonly authentication: Authentication; readonly probe?: PathProbe } | undefined> {
  const refused = probes.filter(({ response }) => isRefusal(response));
  const best = choosePath(probes);
  if (best === undefined || !isRefusal(best.response)) return undefined;
  const refusal = best.response instanceof StatusError ? best.response : undefined;
  const words = refusal?.serverMessage;
  const authentication = await askForMethod(proposeMethod(words, refusal?.challenge), {
    title: vscode.l10n.t('Add Service'),
    reason: refusal && describeServerResponse(refusal.host, refusal.status, words),
  });
  if (authentication === undefined) return undefined;
  const paths = refused.map(({ path }) => path);
  const check: SecretCheck = async (secret, signal) => {
    await tryAtPaths(
      paths.map((path) => createService(place.baseUrl, path, authentication)),
      (service) => context.connection.clients.checkSecret(service, secret, signal),
    );
  };
  const account = getAccountAt(authentication.scheme, place.baseUrl);
  const secret = await context.prompts.open(account, { reason: 'refused', check, words });
  const again = secret === undefined ? undefined : await probe(context, place, authentication);
  const found = again && choosePath(again);
  return found === undefined ? { authentication } : { authentication, probe: found };
}

function isRefusal(response: PathProbe['response']): boolean {
  return isSignInRequired(response) || mayLackCredentials(response);
}

async function add(context: AddContext, found: FoundService): Promise<void> {
  const { settings } = context;
  const name = new URL(found.baseUrl).host;
  const entry = formEntry(found, settings.plainEntry);
  const definition = defineService(name, entry);
  if ('kind' in definition) {
    sayNothingWritten(describeServiceFileProblem(definition));
    return;
  }
  const before = settings.entryOf(name);
  if (before === undefined) await settings.setEntry(name, entry);
  else if (!isDeepStrictEqual(before, entry)) {
    if (!(await reviewService(context, { definition, notes: [] }))) return;
  }
  await connectService(context, name);
}

/** Says that no list is there, and offers to look elsewhere. */
function sayNotFound(context: AddContext, { baseUrl }: Place, { response }: PathProbe): void {
  const { variant_a: a, variant_b: b } = variants;
  const text =
    response instanceof NetworkError
      ? describeReason(response)
      : vscode.l10n.t(
          'No list of projects was found at {0}: neither at {1}, nor at {2}, nor at {3}. Enter the address with everything that stands before “/projects”.',
          baseUrl.href.replace(/\/+$/, ''),
          `${b.prefix}/projects`,
          `${a.prefix}/projects`,
          '/projects',
        );
  void showWithButtons('error', `${text} ${vscode.l10n.t('Nothing was added.')}`, [
    { label: vscode.l10n.t('Other Address…'), run: () => addByAddress(context, baseUrl.href) },
    {
      label: vscode.l10n.t('Show Log'),
      run: async () => await vscode.commands.executeCommand(commands.showLog),
    },
  ]);
}
