import * as vscode from 'vscode';
import { escapeInvisible } from '../client/text/visibleText';
import { views } from '../contributions';
import type { Launch } from '../launch/launch';
import { isRunning } from '../launch/launchState';
import { describeStudyCounts } from '../messages/studies';
import { formatCount, formatLine } from '../platform/format';
import { escapeForDisplay, messageWithoutSecrets } from '../platform/output';
import type { LaunchStore } from '../session/launchStore';
import type { Study } from '../study/studyRunner';
import { formatProgress } from './launchItems';
import { getStateLabel } from './launchStates';
import { formatStudyLabel } from './studyItems';

/** Minimum time between two changes; ms. */
const minChangeMs = 1000;

/** Shows in the status bar what this window launches, while it does. A click opens the list of launches. */
export class ProgressStatusBarItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  readonly #launches: LaunchStore;
  readonly #onFailed: (error: unknown) => void;

  constructor(launches: LaunchStore, onFailed: (error: unknown) => void) {
    this.#launches = launches;
    this.#onFailed = onFailed;
    this.#item = vscode.window.createStatusBarItem('launches', vscode.StatusBarAlignment.Left);
    this.#item.name = formatLine(vscode.l10n.t('Simulation Service'), vscode.l10n.t('Progress'));
    this.#item.command = `${views.launches}.focus`;
    this.#subscription = launches.onDidChange(() => {
      this.#timer ??= setTimeout(() => void this.#update(), minChangeMs);
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#item.dispose();
  }

  async #update(): Promise<void> {
    this.#timer = undefined;
    try {
      const { changedAt } = this.#launches;
      const lines = listRunning(
        await this.#launches.list(changedAt),
        await this.#launches.listStudies(changedAt),
      );
      this.#show(lines);
    } catch (error) {
      // The list of launches shows it.
      this.#item.hide();
      this.#onFailed(error);
    }
  }

  #show(lines: readonly RunningLine[]): void {
    const [first] = lines;
    if (first === undefined) {
      this.#item.hide();
      return;
    }
    const text =
      lines.length === 1 ? first.progress : vscode.l10n.t('{0} launches', formatCount(lines.length));
    this.#item.text = `$(cloud-upload) ${escapeForDisplay(text)}`;
    this.#item.tooltip = lines
      .map(({ name, progress }) => messageWithoutSecrets(`${escapeInvisible(name)}: ${progress}`))
      .join('\n');
    this.#item.accessibilityInformation = { label: formatLine(vscode.l10n.t('Simulation Service'), text) };
    this.#item.show();
  }
}

/** A launch or study that this window runs. */
interface RunningLine {
  readonly name: string;
  readonly progress: string;
}

/** A study stands for its launches. */
function listRunning(launches: readonly Launch[], studies: readonly Study[]): readonly RunningLine[] {
  const ofStudies = studies
    .filter(({ runsHere }) => runsHere)
    .map(({ record, state }) => ({
      name: formatStudyLabel(record.study),
      progress: describeStudyCounts(state.counts, formatCount),
    }));
  const alone = launches.filter(
    ({ runsHere, state, record }) => runsHere && isRunning(state) && record.plan.study === undefined,
  );
  const ofLaunches = alone.map((launch) => ({
    name: launch.record.plan.model.name,
    progress: formatProgress(launch)?.[0] ?? getStateLabel(launch.state),
  }));
  return [...ofStudies, ...ofLaunches];
}
