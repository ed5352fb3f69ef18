import * as vscode from 'vscode';
import { isContainer } from '../client/core/json';
import { pause } from '../client/core/pause';
import type { ResponsePointers } from '../client/mapping/responsePointers';
import { type PreviewedResponse, previewPointers, type ResponsePreview } from '../client/previewPointers';
import { getValueAt } from '../client/response/jsonPointer';
import {
  type ElementUse,
  listElementCandidates,
  listIdCandidates,
  listListCandidates,
  listParallelLists,
  listUrlContainers,
  maxCandidates,
  type ValueCandidate,
} from '../client/response/valueCandidates';
import type { CommandContext } from '../context';
import { settings } from '../contributions';
import { describeEntryCount } from '../messages/counts';
import { openSetting } from '../messages/remedies';
import { findSettingId, nameSetting } from '../messages/settingNames';
import type { ActionRow, Choice } from '../ui/choiceRows';
import { runSteps, type Step } from '../ui/multiStep';
import { pickOne, type StepButton } from '../ui/quickInput';
import { toButton } from '../ui/remedyButtons';
import { showWithButtons } from '../ui/showWithButtons';

/** A response in which a person says where the values are. */
export interface ResponseToSearch extends PreviewedResponse {
  /** The environment that describes the service, if it is not the plain settings. */
  readonly environment?: string | undefined;
  /** Shows the response in an editor. */
  readonly show: () => void;
}

type PointerKey = keyof ResponsePointers;

/** One value to choose. */
interface Question {
  readonly key: PointerKey;
  readonly placeholder: string;
  readonly part?: 'id' | 'urls';
  readonly candidates: (pointers: ResponsePointers) => readonly ValueCandidate[];
  /** Whether a later question may make it readable. */
  readonly isOpen?: boolean;
}

/**
 * Asks where the values of a response are, each time among those that are there, and writes the pointers to them into
 * the settings of the service. Nothing is requested; a list is, when the settings have changed.
 */
export async function findValues(
  { settings: writer }: Pick<CommandContext, 'settings'>,
  response: ResponseToSearch,
): Promise<void> {
  const questionsFor = (pointers: ResponsePointers) => listQuestions(response, pointers);
  const found = await runSteps<ResponsePointers>({}, (pointers) =>
    questionsFor(pointers).map((question) => askFor(question, response)),
  );
  if (found === undefined) return;
  const asked = Object.fromEntries(keysOf[response.operation].map((key) => [key, found[key]]));
  await writer.setResponsePointers(asked, response.environment);
  const name = nameSetting(settings.responses, response.environment);
  // A message may stand there for long.
  void showWithButtons(
    'information',
    vscode.l10n.t('The setting {0} now says where these values are.', name),
    [toButton(openSetting(findSettingId(settings.responses, response.environment)))],
  );
}

const keysOf = {
  listProjects: ['projects', 'projectId', 'projectName'],
  listReusableModels: ['models', 'modelId', 'modelName'],
  createProject: ['createdProjectId'],
  createSimulation: ['createdSimulationId'],
  createModel: ['createdModelId', 'uploadUrls', 'uploadUrl', 'uploadUrlName'],
} as const satisfies Readonly<Record<PreviewedResponse['operation'], readonly PointerKey[]>>;

function listQuestions(response: ResponseToSearch, pointers: ResponsePointers): readonly Question[] {
  switch (response.operation) {
    case 'listProjects':
    case 'listReusableModels':
      return listQuestionsAboutList(response, keysOf[response.operation]);
    case 'createProject':
      return [askForId(response, 'createdProjectId', vscode.l10n.t('Select the ID of the project'))];
    case 'createSimulation':
      return [askForId(response, 'createdSimulationId', vscode.l10n.t('Select the ID of the simulation'))];
    case 'createModel':
      return [
        askForId(response, 'createdModelId', vscode.l10n.t('Select the ID of the model')),
        ...listQuestionsAboutUrls(response, pointers),
      ];
  }
}

function askForId({ json }: ResponseToSearch, key: PointerKey, placeholder: string): Question {
  return { key, placeholder, candidates: () => listIdCandidates(json) };
}

function listQuestionsAboutList(
  { json }: ResponseToSearch,
  [list, id, name]: readonly [PointerKey, PointerKey, PointerKey],
): readonly Question[] {
  const within = (use: ElementUse) => (pointers: ResponsePointers) =>
    listCandidatesWithin(json, pointers[list], use);
  return [
    {
      key: list,
      placeholder: vscode.l10n.t('Select the list'),
      candidates: () => listListCandidates(json),
      isOpen: true,
    },
    {
      key: id,
      placeholder: vscode.l10n.t('Select the ID, as the first entry has it'),
      candidates: within('id'),
    },
    {
      key: name,
      placeholder: vscode.l10n.t('Select the name, as the first entry has it'),
      candidates: within('name'),
    },
  ];
}

/** The values in the elements of the list at a pointer, or without one of any list: a preview shows which can be meant. */
function listCandidatesWithin(
  json: unknown,
  pointer: string | undefined,
  use: ElementUse,
): readonly ValueCandidate[] {
  const lists = pointer === undefined ? listListCandidates(json).map((list) => list.pointer) : [pointer];
  const found = new Map<string, ValueCandidate>();
  for (const list of lists)
    for (const candidate of listElementCandidates(getValueAt(json, list), use))
      if (!found.has(candidate.pointer)) found.set(candidate.pointer, candidate);
  // Each row has a preview of its own.
  return [...found.values()].slice(0, maxCandidates);
}

function listQuestionsAboutUrls(
  { json, files = [] }: ResponseToSearch,
  { uploadUrls }: ResponsePointers,
): readonly Question[] {
  const part = 'urls';
  const container = uploadUrls === undefined ? undefined : getValueAt(json, uploadUrls);
  const all: Question = {
    key: 'uploadUrls',
    placeholder: vscode.l10n.t('Select what has the upload URLs'),
    part,
    candidates: () => listUrlContainers(json, files.length),
    isOpen: true,
  };
  if (!isContainer(container)) return [all];
  const entries = Object.values(container);
  const hasObjects = entries.some((entry) => isContainer(entry));
  const url: Question = {
    key: 'uploadUrl',
    placeholder: vscode.l10n.t('Select the upload URL of the first file'),
    part,
    candidates: () => listElementCandidates(container, 'url'),
    isOpen: true,
  };
  const name: Question = {
    key: 'uploadUrlName',
    placeholder: vscode.l10n.t('Select the name of the first file, or its number'),
    part,
    candidates: () =>
      hasObjects ? listElementCandidates(container, 'name') : listParallelLists(json, entries.length),
  };
  return hasObjects ? [all, url, name] : [all, name];
}

function askFor(question: Question, response: ResponseToSearch): Step<ResponsePointers> {
  const button: StepButton = {
    iconPath: new vscode.ThemeIcon('json'),
    tooltip: vscode.l10n.t('Show Response'),
    run: response.show,
  };
  return (pointers, position) =>
    pickOne<ResponsePointers>(
      {
        title: vscode.l10n.t('Find Values in Response'),
        placeholder: question.placeholder,
        buttons: [button],
        choices: ({ signal }) => listRows(question, response, { pointers, signal }),
      },
      position,
    );
}

/** The rows with a preview first. Without an open question behind it, a value that reads nothing is no answer. */
async function listRows(
  { key, part, candidates, isOpen = false }: Question,
  response: ResponseToSearch,
  { pointers, signal }: { readonly pointers: ResponsePointers; readonly signal: AbortSignal },
): Promise<readonly (Choice<ResponsePointers> | ActionRow)[]> {
  const preview = await previewPointers(response, pointers, part);
  const without = {
    label: vscode.l10n.t('Without a setting'),
    ...(preview && { detail: describePreview(response, preview) }),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    value: pointers,
  };
  const read: Choice<ResponsePointers>[] = preview === undefined ? [] : [without];
  const others: Choice<ResponsePointers>[] = [];
  for (const candidate of candidates(pointers)) {
    await pause();
    signal.throwIfAborted();
    const value = { ...pointers, [key]: candidate.pointer };
    const found = await previewPointers(response, value, part);
    const detail =
      found && !candidate.isSecret ? describePreview(response, found) : (candidate.keys ?? []).join(', ');
    (found === undefined ? others : read).push({
      label: describeCandidate(candidate),
      description: candidate.pointer === '' ? '""' : candidate.pointer,
      detail,
      value,
    });
  }
  if (isOpen) return [...read, ...others, ...(preview === undefined && key === 'uploadUrl' ? [without] : [])];
  if (read.length > 0) return read;
  return [
    {
      label: vscode.l10n.t('Nothing here can be read. Go back and select something else.'),
      iconPath: new vscode.ThemeIcon('info'),
      run: () => undefined,
    },
  ];
}

function describeCandidate({ text, entries }: ValueCandidate): string {
  return entries === undefined ? text : describeEntryCount(entries);
}

function describePreview({ operation }: PreviewedResponse, preview: ResponsePreview): string {
  switch (preview.kind) {
    case 'id':
      return vscode.l10n.t('ID {0}', String(preview.id));
    case 'list':
      return `${describeCount(operation, preview.count)}${listFirst(preview.names, preview.count)}`;
    case 'urls': {
      const files = preview.files.map(([file, host]) => `${file} → ${host}`);
      const count =
        preview.count === 1 ? vscode.l10n.t('1 upload URL') : vscode.l10n.t('{0} upload URLs', preview.count);
      return `${count}${listFirst(files, preview.count)}`;
    }
  }
}

function describeCount(operation: PreviewedResponse['operation'], count: number): string {
  if (operation === 'listReusableModels')
    return count === 1 ? vscode.l10n.t('1 reusable model') : vscode.l10n.t('{0} reusable models', count);
  return count === 1 ? vscode.l10n.t('1 project') : vscode.l10n.t('{0} projects', count);
}

function listFirst(shown: readonly string[], count: number): string {
  if (shown.length === 0) return '';
  return `: ${shown.join(', ')}${shown.length < count ? ', …' : ''}`;
}
