import * as vscode from 'vscode';
import { checkConnection } from '../check/checkConnection';
import type { ServiceUnderTest } from '../check/checkedService';
import type { CheckResult } from '../check/checkResult';
import { systemClock } from '../client/core/clock';
import type { CommandContext } from '../context';
import { commands, settings } from '../contributions';
import { formatCheckReport } from '../messages/checkReport';
import { describeCheck, getCheckName } from '../messages/checkResults';
import { listCommonRemedies, openSetting, remediesFor, type Remedy } from '../messages/remedies';
import { copyText, textWithoutSecrets } from '../platform/output';
import { withStoppableProgress } from '../ui/cancellableProgress';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';

/**
 * Shows what prevents this computer from working with the configured service, or with the emulator while it runs.
 */
export async function showConnectionCheck(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches' | 'log' | 'version'>,
): Promise<void> {
  const uploadOrigins = await listKnownUploadOrigins(context);
  let service: ServiceUnderTest | undefined;
  const { connection } = context;
  const read = () =>
    (service = connection.clients.createServiceForCheck(connection.serviceAt(connection.address())));
  const title = vscode.l10n.t('Checking the connection…');
  const results = await withStoppableProgress(title, (signal, progress) =>
    checkConnection({
      service: read,
      uploadOrigins,
      signal,
      clock: systemClock,
      log: (line) => context.log.info(line),
      onCheck: (check) => progress.report({ message: getCheckName(check) }),
    }),
  );
  if (results === undefined) return;
  const head = { at: Date.now(), version: context.version, editor: describeEditor(), service };
  const report = textWithoutSecrets(formatCheckReport(results, head));
  await context.documents.show(report, vscode.l10n.t('Connection Check'));
  void showSummary(results, report, service?.baseUrl.host ?? '');
}

function describeEditor(): string {
  const { appHost, remoteName } = vscode.env;
  const where = remoteName === undefined ? appHost : `${appHost}, ${remoteName}`;
  return `${vscode.version} (${where})`;
}

/** Where the files of the last launch at this service were uploaded. */
async function listKnownUploadOrigins({
  connection,
  launches,
}: Pick<CommandContext, 'connection' | 'launches'>): Promise<readonly string[]> {
  const origin = connection.addressOrUndefined?.baseUrl.origin;
  const own = (await launches.listIfReadable()).filter(({ record }) => record.plan.service.origin === origin);
  return own.find(({ record }) => record.uploadOrigins?.length)?.record.uploadOrigins ?? [];
}

async function showSummary(results: readonly CheckResult[], report: string, host: string): Promise<void> {
  const problems = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning');
  const [first] = problems;
  const remedies = first === undefined ? [] : listRemedies(first);
  await showWithButtons(
    first === undefined ? 'information' : 'warning',
    first === undefined
      ? vscode.l10n.t('The connection to {0} works.', host)
      : describeConnectionProblems(problems.length, first),
    [{ label: vscode.l10n.t('Copy Report'), run: () => copyText(report) }, ...remedies.map(toButton)],
  );
}

function describeConnectionProblems(count: number, first: CheckResult): string {
  const found =
    count === 1
      ? vscode.l10n.t('The connection check found 1 problem.')
      : vscode.l10n.t('The connection check found {0} problems. The first one:', count);
  return `${found} ${describeCheck(first)}`;
}

/** The remedies, except checking the connection again. */
function listRemedies(problem: CheckResult): Remedy[] {
  const { signIn, selectVariant, setBaseUrl } = listCommonRemedies();
  if (problem.check === 'authentication' && problem.outcome === 'failed') {
    if (problem.scheme !== 'none') return [problem.secret === 'withheld' ? setBaseUrl : signIn];
    return [openSetting(settings.authentication)];
  }
  if ('matchingVariant' in problem) return [selectVariant];
  if ('empty' in problem) return [setBaseUrl];
  const isFileServer = 'server' in problem && problem.server.role === 'fileServer';
  if (isFileServer || !('error' in problem)) return [];
  const known: readonly string[] = [commands.checkConnection, commands.showLog];
  return remediesFor(problem.error).filter(
    (remedy) => !('command' in remedy && known.includes(remedy.command)),
  );
}
