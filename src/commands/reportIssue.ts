import * as vscode from 'vscode';
import type { CommandContext } from '../context';
import { formatIssueReport } from '../messages/issueReport';
import { askModally, copyText } from '../platform/output';

/** Limit for the problems of earlier launches in a report. */
const maxProblems = 5;

/** Shows the data for the report of an issue, then copies it or passes it to VS Code's issue reporter. */
export async function reportIssue(context: CommandContext): Promise<void> {
  const report = await createReport(context);
  const open = vscode.l10n.t('Open Issue Reporter');
  const copy = vscode.l10n.t('Copy to Clipboard');
  const chosen = await askModally(
    'information',
    vscode.l10n.t(
      'This data helps to find the cause of an issue. It contains no addresses, names, identifiers or credentials.',
    ),
    report,
    ...((await hasIssueReporter(context)) ? [open, copy] : [copy]),
  );
  if (chosen === copy) await copyText(report);
  if (chosen === open) {
    await vscode.commands.executeCommand(reporterCommand, {
      extensionId: context.extension.id,
      issueTitle: '',
      issueBody: report,
    });
  }
}

/** The name of a remote is a word such as `ssh-remote`, or an address. */
function describePlace(): string {
  const { appHost, remoteName } = vscode.env;
  if (remoteName === undefined) return appHost;
  return `${appHost}, ${/^[a-z]+(-[a-z]+)*$/.test(remoteName) ? remoteName : 'remote'}`;
}

const reporterCommand = 'workbench.action.openIssueReporter';

/** VS Code needs the address to which it sends reports; a product without a reporter lacks the command. */
async function hasIssueReporter({ extension }: CommandContext): Promise<boolean> {
  const { bugs, repository } = extension.packageJSON as Readonly<Record<string, unknown>>;
  if (bugs === undefined && repository === undefined) return false;
  return (await vscode.commands.getCommands(true)).includes(reporterCommand);
}

async function createReport({ version, connection, settings, launches }: CommandContext): Promise<string> {
  const records = (await launches.listIfReadable()).map(({ record }) => record);
  const problems = records
    .toSorted((one, other) => other.changedAt - one.changedAt)
    .flatMap(({ problem }) => problem ?? [])
    .slice(0, maxProblems);
  return formatIssueReport({
    ...{ version, editor: `${vscode.version} (${describePlace()})`, variant: connection.variant, problems },
    baseUrl: connection.addressOrUndefined?.baseUrl,
    changedSettings: settings.listChanged(),
  });
}
