import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import type { CommandContext } from '../context';
import type { PlannedLaunch } from '../launch/journalEntry';
import { formatBytes, formatLine } from '../platform/format';
import type { ServiceSnapshot } from '../session/service';
import { askModally, type Question } from '../ui/askModally';
import { withReview } from '../ui/withReview';
import { formatSentText } from './quotedText';
import { formatReview } from './reviewSections';

/** The user's answer; `notAsked` when there was no reason to ask. */
type Permission = 'given' | 'refused' | 'notAsked';

type AskedPlan = Pick<PlannedLaunch, 'model' | 'project' | 'simulate'>;

/** Limit for the name of an environment in the sentence that asks; characters. */
const maxNameLength = 100;

export interface PermissionOptions {
  /** Whether this is about finalising a model whose launch was planned without it. */
  readonly finaliseOnly?: boolean;
  /** Whether the user has agreed before, so that a protected environment alone is no reason to ask. */
  readonly isAgreed?: boolean;
  /** Reasons to ask, apart from a protected environment, each in lines. */
  readonly reasons?: readonly string[];
  /** Whether files are still to be sent. */
  readonly sendsFiles?: boolean;
  /** Asks in any case, with this sentence and button where the environment is not protected. */
  readonly question?:
    | {
        readonly text: string;
        readonly agree: string;
        readonly isCurrent: NonNullable<Question<never>['isCurrent']>;
      }
    | undefined;
  /** The text that the review shows below the details. */
  readonly sections: () => readonly string[] | Promise<readonly string[]>;
}

/**
 * Whether a launch may start or continue: the one question before something is created, whatever environment is selected
 * now and whoever called the command. Asks if the launch's environment is protected, or for other reasons.
 * @throws SettingError
 */
export async function askPermission(
  { connection, documents }: Pick<CommandContext, 'connection' | 'documents'>,
  service: ServiceSnapshot,
  plan: AskedPlan,
  options: PermissionOptions,
): Promise<Permission> {
  const { finaliseOnly = false, isAgreed = false, reasons = [], sendsFiles = true } = options;
  const { question, sections } = options;
  const environment = connection.protectedEnvironment(service);
  const hasReason = reasons.length > 0 || question !== undefined;
  if (!hasReason && (environment === undefined || isAgreed)) return 'notAsked';
  const { host } = service.baseUrl;
  const own = environment === undefined && question !== undefined ? question : undefined;
  const usual = finaliseOnly ? finaliseQuestion(host) : launchQuestion(plan, host);
  const { text, agree } = own ?? usual;
  const detail = [...describeLaunch(plan, { finaliseOnly, sendsFiles }), ...reasons];
  const review = {
    name: `${vscode.l10n.t('Planned Launch')}.txt`,
    text: async () => formatReview(detail, await sections()),
  };
  const chosen = await withReview(documents, review, ({ reviewButton }) =>
    askModally({
      severity: 'warning',
      text: environment === undefined ? text : nameProtected(text, environment.name),
      detail,
      harmless: [reviewButton],
      acting: { agree },
      isCurrent: question?.isCurrent ?? (() => true),
    }),
  );
  return chosen === 'agree' ? 'given' : 'refused';
}

/** Adds to a question that what it is about is in a protected environment. @param name of the environment */
export function nameProtected(question: string, name: string): string {
  const shown = escapeInvisible(name, maxNameLength);
  return `${question} ${vscode.l10n.t('The environment “{0}” is protected.', shown)}`;
}

/** A question, and the button that agrees. */
interface LaunchQuestion {
  readonly text: string;
  readonly agree: string;
}

function finaliseQuestion(host: string): LaunchQuestion {
  return { text: vscode.l10n.t('Finalise a model at {0}?', host), agree: vscode.l10n.t('Finalise') };
}

/** Asks for a launch, whoever wants it. */
export function launchQuestion(
  { model, simulate }: { readonly model: object; readonly simulate: boolean },
  host: string,
): LaunchQuestion {
  if ('projectOnly' in model)
    return { text: vscode.l10n.t('Create a project at {0}?', host), agree: vscode.l10n.t('Create') };
  if (!simulate) return { text: vscode.l10n.t('Upload to {0}?', host), agree: vscode.l10n.t('Upload') };
  const text =
    'files' in model
      ? vscode.l10n.t('Upload and simulate at {0}?', host)
      : vscode.l10n.t('Create a simulation at {0}?', host);
  return { text, agree: vscode.l10n.t('Launch') };
}

function describeLaunch(
  { model, project }: AskedPlan,
  { finaliseOnly, sendsFiles }: { readonly finaliseOnly: boolean; readonly sendsFiles: boolean },
): string[] {
  const name = formatSentText(model.name);
  if ('projectOnly' in model) return [formatLine(vscode.l10n.t('Project'), name)];
  const lines = [formatLine(vscode.l10n.t('Model'), name)];
  if (finaliseOnly) return lines;
  if ('files' in model && sendsFiles) {
    const { count, bytes } = model.files;
    lines.push(formatLine(vscode.l10n.t('Files'), `${count}, ${formatBytes(bytes)}`));
  }
  if (project !== undefined) {
    lines.push(
      'newName' in project
        ? formatLine(vscode.l10n.t('New project'), formatSentText(project.newName))
        : formatLine(vscode.l10n.t('Project'), formatSentText(project.name)),
    );
  }
  return lines;
}
