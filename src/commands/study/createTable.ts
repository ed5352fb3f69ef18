import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { BodyOperation } from '../../client/core/types';
import { MappingError } from '../../client/mapping/mappingError';
import { toPromptName } from '../../client/mapping/prompts';
import { placeholders } from '../../client/mapping/requestBodies';
import { escapeInvisible } from '../../client/text/visibleText';
import type { CommandContext } from '../../context';
import { getErrnoCode } from '../../files/errnoCode';
import { parseExplorerUris } from '../../flows/selection';
import { showMessage } from '../../platform/output';
import { assertTrusted } from '../../platform/trust';
import { NotConnectedError, SettingError } from '../../session/errors';
import {
  type Column,
  countRows,
  createDesign,
  type DesignKind,
  type Factor,
  type FactorProblem,
  findDecimalSign,
  formatDesign,
  maxDesignRows,
  parseFactor,
} from '../../study/design';
import { maxTemplateBytes } from '../../study/studyFiles';
import { findPlaceholderNames, templateExtension } from '../../study/studyTemplate';
import { isDismissed, runSteps, type Step } from '../../ui/multiStep';
import { type Choice, enterText, pickOne } from '../../ui/quickInput';

/** A column that a table may have. */
interface Question {
  readonly name: string;
  /** Whether every row must have a value: there is a template with its placeholder, or a question without a default. */
  readonly isRequired: boolean;
  /** The text that is proposed: the choices or the default of a question. */
  readonly proposed: string;
}

interface Draft {
  /** The texts that were entered, by column; empty for one that the table does not get. */
  readonly entered: ReadonlyMap<string, string>;
  readonly kind?: DesignKind;
  readonly rows: number;
  readonly seed: number;
}

/** Limit for the templates that are read. */
const maxTemplates = 100;

/** Limit for the name of a column in a sentence; characters. */
const maxNameLength = 100;

/**
 * Asks for the values of each placeholder and question, writes the rows of a design beside the templates, and opens them.
 * Sends nothing.
 * @param clicked a folder, or a template
 * @throws UntrustedError, SelectionError
 */
export async function createTable(
  context: Pick<CommandContext, 'connection'>,
  clicked?: unknown,
  selected?: unknown,
): Promise<void> {
  assertTrusted();
  const uri = parseExplorerUris(clicked, selected)?.[0] ?? (await chooseFolder());
  if (uri === undefined) return;
  const isTemplate = uri.path.endsWith(templateExtension);
  const folder = isTemplate ? vscode.Uri.joinPath(uri, '..') : uri;
  const questions = await findQuestions(context, isTemplate ? [uri] : await findTemplates(uri));
  if (questions.length === 0) {
    void showMessage(
      'information',
      vscode.l10n.t(
        'There is nothing to fill in: no template (.template) has a placeholder such as {0}, and the service asks no questions.',
        '{{ force }}',
      ),
    );
    return;
  }
  const draft = await runSteps<Draft>({ entered: new Map(), rows: 20, seed: 1 }, ({ kind }) => [
    ...questions.map(createValuesStep),
    chooseDesign,
    ...(kind === 'latinHypercube' ? [enterRows, enterSeed] : []),
  ]);
  if (draft !== undefined) await writeTable(folder, draft);
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Create Table'),
    openLabel: vscode.l10n.t('Create Table Here'),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return chosen?.[0];
}

async function findTemplates(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const pattern = new vscode.RelativePattern(folder, `**/*${templateExtension}`);
  const found = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxTemplates);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function findQuestions(
  context: Pick<CommandContext, 'connection'>,
  templates: readonly vscode.Uri[],
): Promise<readonly Question[]> {
  const questions = new Map<string, Question>();
  for (const { fsPath } of templates) {
    if ((await stat(fsPath)).size > maxTemplateBytes) continue;
    for (const name of await findPlaceholderNames(await readFile(fsPath, 'utf8')))
      questions.set(name, { name, isRequired: true, proposed: '' });
  }
  for (const question of listServiceQuestions(context))
    if (!questions.has(question.name)) questions.set(question.name, question);
  return [...questions.values()];
}

/** Lists the questions in the bodies of the selected service; none without a service that can be used. */
function listServiceQuestions({ connection }: Pick<CommandContext, 'connection'>): readonly Question[] {
  try {
    const { mapping } = connection.serviceAt(connection.address());
    return (Object.keys(placeholders) as BodyOperation[])
      .flatMap((operation) => mapping.templates[operation]?.prompts ?? [])
      .map((prompt) => ({
        name: toPromptName(prompt.placeholder),
        isRequired: prompt.default === undefined,
        proposed: prompt.type === 'choice' ? prompt.choices.join('; ') : String(prompt.default ?? ''),
      }));
  } catch (error) {
    if (error instanceof NotConnectedError || error instanceof MappingError || error instanceof SettingError)
      return [];
    throw error;
  }
}

function createValuesStep({ name, isRequired, proposed }: Question): Step<Draft> {
  const shown = escapeInvisible(name, maxNameLength);
  return async (draft, position) => {
    const answer = await enterText(
      {
        title: vscode.l10n.t('Create Table'),
        prompt: isRequired
          ? vscode.l10n.t('Values of “{0}”', shown)
          : vscode.l10n.t('Values of “{0}”; leave it empty for a table without this column', shown),
        placeholder: vscode.l10n.t(
          '{0}, or every number in {1}, or five of these: {2}',
          '10; 20; 30',
          '10..30',
          '10..30 (5)',
        ),
        value: draft.entered.get(name) ?? proposed,
        problem: (text) => {
          if (text === '' && !isRequired) return undefined;
          const parsed = parseFactor(text);
          return typeof parsed === 'string' ? describeFactorProblem(parsed) : undefined;
        },
      },
      position,
    );
    return isDismissed(answer) ? answer : { ...draft, entered: new Map([...draft.entered, [name, answer]]) };
  };
}

function describeFactorProblem(problem: FactorProblem): string {
  return {
    empty: vscode.l10n.t('Enter values separated by semicolons, or a range.'),
    range: vscode.l10n.t('A range has two different numbers, such as {0}.', '10..30'),
    count: vscode.l10n.t('A column can have 2 to 1,000 values.'),
  }[problem];
}

function listColumns({ entered }: Pick<Draft, 'entered'>): readonly Column[] {
  return [...entered].flatMap(([name, text]) => {
    const factor: Factor | FactorProblem = text === '' ? 'empty' : parseFactor(text);
    return typeof factor === 'string' ? [] : [{ name, factor }];
  });
}

function labelDesign(kind: DesignKind): string {
  return {
    fullFactorial: vscode.l10n.t('Full Factorial'),
    oneAtATime: vscode.l10n.t('One at a Time'),
    latinHypercube: vscode.l10n.t('Latin Hypercube'),
  }[kind];
}

const chooseDesign: Step<Draft> = async (draft, position) => {
  const columns = listColumns(draft);
  const kinds: readonly { readonly kind: DesignKind; readonly detail: string }[] = [
    {
      kind: 'fullFactorial',
      detail: vscode.l10n.t('Every combination of the values'),
    },
    {
      kind: 'oneAtATime',
      detail: vscode.l10n.t('The first values, then each other value beside the first of the other columns'),
    },
    {
      kind: 'latinHypercube',
      detail: vscode.l10n.t('A number of rows that you choose, spread evenly over the values of each column'),
    },
  ];
  const choices = kinds.flatMap(({ kind, detail }): Choice<DesignKind>[] => {
    const count = kind === 'latinHypercube' ? undefined : countRows(kind, columns, 0);
    // Every number of a range is a choice for the hypercube only.
    if (kind !== 'latinHypercube' && (count === undefined || count > maxDesignRows)) return [];
    const description = count === undefined ? undefined : vscode.l10n.t('{0} rows', count);
    return [
      { label: labelDesign(kind), detail, ...(description !== undefined && { description }), value: kind },
    ];
  });
  const answer = await pickOne<DesignKind>(
    {
      title: vscode.l10n.t('Create Table'),
      placeholder: vscode.l10n.t('Select which rows the table will have'),
      choices,
    },
    position,
  );
  return isDismissed(answer) ? answer : { ...draft, kind: answer };
};

const maxSeed = 999_999;

const enterRows = createNumberStep('rows', { min: 1, max: maxDesignRows }, () =>
  vscode.l10n.t('Number of rows'),
);

const enterSeed = createNumberStep('seed', { min: 0, max: maxSeed }, () =>
  vscode.l10n.t('Seed: the same one makes the same table again'),
);

function createNumberStep(
  key: 'rows' | 'seed',
  { min, max }: { readonly min: number; readonly max: number },
  getPrompt: () => string,
): Step<Draft> {
  return async (draft, position) => {
    const answer = await enterText(
      {
        title: vscode.l10n.t('Create Table'),
        prompt: getPrompt(),
        value: String(draft[key]),
        problem: (text) =>
          /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max
            ? undefined
            : vscode.l10n.t('Enter a whole number from {0} to {1}.', min, max),
      },
      position,
    );
    return isDismissed(answer) ? answer : { ...draft, [key]: Number(answer) };
  };
}

async function writeTable(folder: vscode.Uri, draft: Draft): Promise<void> {
  const { kind = 'fullFactorial', rows: count, seed } = draft;
  const columns = listColumns(draft);
  const rows = createDesign(kind, columns, { rows: count, seed });
  const parts = [
    labelDesign(kind),
    vscode.l10n.t('{0} rows', rows.length),
    ...(kind === 'latinHypercube' ? [vscode.l10n.t('seed {0}', seed)] : []),
  ];
  const comment = parts.join(', ');
  const text = formatDesign(comment, columns, rows, findDecimalSign([...draft.entered.values()]));
  await vscode.window.showTextDocument(vscode.Uri.file(await writeNew(folder.fsPath, text)));
}

/** Writes `cases.csv`, or the first of `cases-2.csv` and so on that does not exist. @returns its path */
async function writeNew(folder: string, text: string): Promise<string> {
  for (let number = 1; ; number++) {
    const file = path.join(folder, number === 1 ? 'cases.csv' : `cases-${number}.csv`);
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(text).finally(() => handle.close());
      return file;
    } catch (error) {
      if (getErrnoCode(error) !== 'EEXIST') throw error;
    }
  }
}
