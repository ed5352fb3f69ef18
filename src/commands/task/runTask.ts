import path from 'node:path';
import * as vscode from 'vscode';
import { stringifyInAscii } from '../../client/core/exactJson';
import type { DeckReport } from '../../deck/finding';
import { relativePath, toSlashes } from '../../files/paths';
import { toPlanFindings } from '../../flows/plan/deckFindings';
import type { LaunchObserver } from '../../launch/launch';
import type { LaunchRecord } from '../../launch/launchRecord';
import { type DescribedEnd, describeLaunchEnd, describeStudyEnd } from '../../messages/commandEnds';
import { describeFinding } from '../../messages/deckFindings';
import { describeProblems } from '../../messages/describeProblems';
import { describeStep } from '../../messages/launchProgress';
import { ProgressLines } from '../../messages/progressLines';
import { formatCount } from '../../platform/format';
import { LaunchRequestError } from '../../request/errors';
import { exitCodes } from '../../request/exitCodes';
import type { StudyRequest } from '../../study/studyRequest';
import { countAccepted } from '../../workflow/cancelledMessage';
import { describeSuccess } from '../../workflow/doneMessage';
import { wantsUpload } from '../../workflow/launchProgress';
import { describeDetails } from '../requested/askForLaunch';
import {
  launchRequested,
  type PreparedRequest,
  type RequestContext,
  type RequestEnd,
} from '../requested/requestedLaunch';
import { describeStudyDetails } from '../study/askForStudy';
import type { StudyProposal } from '../study/prepareTable';
import { type StudyEnd, studyRequested } from '../study/requestedStudy';
import { parseTask } from './taskDefinition';

/** A task that somebody has started. */
export interface TaskRun {
  readonly label: string;
  readonly scope: vscode.WorkspaceFolder | vscode.TaskScope;
  /** The definition in `tasks.json`, with its variables resolved; not checked. */
  readonly definition: unknown;
}

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Runs a task: prepares its launch, asks the user, and carries it out. */
export class TaskRunner {
  /** The launch as it was last seen, once there is one. */
  #record: LaunchRecord | undefined;
  /** The table of a study, where the problem matcher finds it. */
  #table: string | undefined;

  readonly #context: RequestContext;
  readonly #task: TaskRun;
  readonly #signal: AbortSignal;
  readonly #write: (line: string) => void;

  /** @param write writes one line of the terminal */
  constructor(context: RequestContext, task: TaskRun, signal: AbortSignal, write: (line: string) => void) {
    this.#context = context;
    this.#task = task;
    this.#signal = signal;
    this.#write = write;
  }

  /** Never rejects. */
  async run(): Promise<ExitCode> {
    try {
      return await this.#launch();
    } catch (error) {
      // Whatever is thrown was thrown before the launch began: its own end is a value.
      if (this.#signal.aborted) return await this.#conclude({ end: 'declined' });
      this.#context.log.failed(error);
      return this.#refuse(describeProblems(error, this.#table ?? ''));
    }
  }

  async #launch(): Promise<ExitCode> {
    const folder = findFolder(this.#task.scope);
    const request = parseTask(this.#task, this.#context.settings.tasks(folder?.uri));
    if ('length' in request) throw new LaunchRequestError(request);
    if ('study' in request) return await this.#runStudy(folder, request);
    const requester = { kind: 'task', label: this.#task.label } as const;
    const onPrepared = (shown: PreparedRequest) => this.#showPlan(shown);
    const end = await launchRequested(
      this.#context,
      { folder, request, requester, signal: this.#signal, onPrepared },
      (task) => {
        this.#write(describeStep('prepare'));
        return task(this.#observe());
      },
    );
    return await this.#conclude(end);
  }

  async #runStudy(folder: vscode.WorkspaceFolder | undefined, request: StudyRequest): Promise<ExitCode> {
    this.#table = this.#toMatchedPath(request.study);
    const { signal, onExpiringUrls } = this.#observe();
    let rows = 0;
    const onPrepared = (asked: StudyProposal) => {
      rows = asked.study.rows.length;
      for (const line of describeStudyDetails(this.#context, asked)) this.#write(line);
      this.#showFindings(asked.deck);
      this.#write(vscode.l10n.t('Waiting for your answer…'));
    };
    const task = this.#task.label;
    const end = await studyRequested(
      this.#context,
      { folder, request, task, onPrepared },
      {
        signal,
        onExpiringUrls,
        onRow: (row) => this.#write(vscode.l10n.t('Row {0} of {1}…', formatCount(row), formatCount(rows))),
      },
    );
    return end.end === 'declined' ? await this.#describeEnd(end) : this.#concludeStudy(end);
  }

  #concludeStudy({ study, error }: Extract<StudyEnd, { readonly end: 'ran' }>): ExitCode {
    if (error !== undefined) this.#context.log.failed(error);
    if (study === undefined) return exitCodes.unknown;
    const { id, state } = study;
    const { rows, started, failed, unknown, waiting } = state.counts;
    const exitCode = this.#say(describeStudyEnd(state, error));
    if (unknown > 0)
      this.#write(
        vscode.l10n.t(
          'You must resolve this yourself: choose “Resolve Unknown Outcomes…” in the menu of the study in the Launches view. Until then, do not run this task again.',
        ),
      );
    this.#write(JSON.stringify({ study: id, rows, started, failed, unknown, waiting }));
    return exitCode;
  }

  #showPlan(shown: PreparedRequest): void {
    for (const line of describeDetails(this.#context, shown)) this.#write(line);
    this.#showFindings(shown.prepared.deck);
    this.#write(vscode.l10n.t('Waiting for your answer…'));
  }

  #showFindings(deck: DeckReport): void {
    const { missing, others } = toPlanFindings(deck);
    for (const { finding } of [...missing, ...others]) {
      const file = this.#toMatchedPath(finding.deck.path);
      // In this form, the problem matcher finds it.
      this.#write(`${file}:${finding.line}:1: warning: ${describeFinding(finding)}`);
    }
  }

  /**
   * The path by which the problem matcher finds a file. For a task without a folder, it begins in the first one. On
   * Windows, it is absolute for a file on another drive or share, which the matcher finds as well.
   */
  #toMatchedPath(file: string): string {
    const root = (findFolder(this.#task.scope) ?? vscode.workspace.workspaceFolders?.[0])?.uri.fsPath ?? '';
    return toSlashes(relativePath(root, path.resolve(root, file)));
  }

  #observe(): LaunchObserver {
    const expired = new AbortController();
    const { onChange, onWaiting, onProgress } = new ProgressLines(this.#write);
    return {
      signal: AbortSignal.any([this.#signal, expired.signal]),
      onChange: (record) => {
        this.#record = record;
        onChange(record);
      },
      onWaiting,
      onProgress,
      onExpiringUrls: async (urls) => {
        if (!(await wantsUpload(urls))) expired.abort();
      },
    };
  }

  async #conclude(end: RequestEnd): Promise<ExitCode> {
    if ('record' in end) this.#record = end.record;
    if ('error' in end) this.#context.log.failed(end.error);
    const exitCode = await this.#describeEnd(end);
    if (this.#record !== undefined) this.#write(formatIds(this.#record));
    return exitCode;
  }

  async #describeEnd(end: RequestEnd): Promise<ExitCode> {
    switch (end.end) {
      case 'declined':
        return this.#say(describeLaunchEnd({ end: 'refused' }));
      case 'changed':
        return this.#refuse([
          vscode.l10n.t(
            'Files, settings or the service have changed since you were asked, so this is not what you agreed to. Run the task again.',
          ),
        ]);
      case 'failedToStart':
        if (this.#signal.aborted) return await this.#describeEnd({ end: 'declined' });
        return this.#refuse(describeLaunchEnd(end).messages);
      case 'done':
        this.#write(describeSuccess(end.record));
        return exitCodes.done;
      case 'unknown': {
        const exitCode = this.#say(describeLaunchEnd(end));
        this.#write(
          vscode.l10n.t(
            'You must resolve this yourself: choose “Resolve Unknown Outcome…” in the menu of the launch in the Launches view. Until then, do not run this task again.',
          ),
        );
        return exitCode;
      }
      case 'cancelled':
        return this.#say(describeLaunchEnd(end, await countAccepted(this.#context, end.record.plan.launch)));
      default:
        return this.#say(describeLaunchEnd(end));
    }
  }

  #say({ outcome, messages }: DescribedEnd): ExitCode {
    for (const message of messages) this.#write(message);
    return exitCodes[outcome];
  }

  #refuse(reasons: readonly string[]): ExitCode {
    for (const reason of reasons) this.#write(reason);
    this.#write(vscode.l10n.t('Nothing was created or uploaded.'));
    return exitCodes.refused;
  }
}

/** Paths of a task may be relative to a folder: its own, or the only one of the window. */
function findFolder(scope: TaskRun['scope']): vscode.WorkspaceFolder | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const own = typeof scope === 'object' ? scope : undefined;
  if (own !== undefined) return folders.find(({ uri }) => uri.toString() === own.uri.toString());
  return folders.length === 1 ? folders[0] : undefined;
}

/** One line of JSON for scripts, with ASCII characters only, so that nothing in it can be mistaken. */
function formatIds({ plan, modelId, simulation }: LaunchRecord): string {
  const ids = { model_id: modelId, simulation_id: simulation?.id, launch: plan.launch };
  return stringifyInAscii(ids);
}
