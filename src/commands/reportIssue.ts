import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { formatIssueReport } from '../messages/issueReport';
import { copyText } from '../platform/output';
import { askModally } from '../ui/askModally';
import { withReview } from '../ui/withReview';

/** Limit for the problems of earlier launches in a report. */
const maxProblems = 5;

/** Shows the data for the report of an issue, and copies it if the user agrees. Nothing is sent. */
export async function reportIssue(
  context: Pick<CommandContext, 'connection' | 'documents' | 'launches' | 'settings' | 'version'>,
): Promise<void> {
  const report = await createReport(context);
  const text = vscode.l10n.t(
    'This data helps to find the cause of an issue. It contains no addresses, names, identifiers or credentials.',
  );
  const name = `${vscode.l10n.t('Issue Report')}.txt`;
  const chosen = await withReview(context.documents, { name, text: () => report }, ({ reviewButton }) =>
    askModally({
      severity: 'information',
      text,
      detail: report.split('\n'),
      harmless: [reviewButton],
      acting: { copy: vscode.l10n.t('Copy to Clipboard') },
    }),
  );
  if (chosen === 'copy') await copyText(report);
}

async function createReport({
  version,
  connection,
  settings,
  launches,
}: Pick<CommandContext, 'connection' | 'launches' | 'settings' | 'version'>): Promise<string> {
  const records = (await launches.listIfReadable()).map(({ record }) => record);
  const problems = records
    .toSorted((one, other) => other.changedAt - one.changedAt)
    .flatMap(({ problem }) => problem ?? [])
    .slice(0, maxProblems);
  return formatIssueReport({
    version,
    editor: describeEditor(),
    variant: connection.variant,
    problems,
    baseUrl: connection.addressOrUndefined?.baseUrl,
    changedSettings: settings.listChanged(),
  });
}

/** The usual kinds of remote. Any other name may be an address, such as that of a server in a browser. */
const knownRemotes: ReadonlySet<string> = new Set([
  'ssh-remote',
  'wsl',
  'dev-container',
  'attached-container',
  'codespaces',
  'tunnel',
]);

/** The version of VS Code, and where it runs. */
function describeEditor(): string {
  const { appHost, remoteName } = vscode.env;
  if (remoteName === undefined) return `${vscode.version} (${appHost})`;
  return `${vscode.version} (${appHost}, ${knownRemotes.has(remoteName) ? remoteName : 'remote'})`;
}
