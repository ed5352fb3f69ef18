import { createHash } from 'node:crypto';
import path from 'node:path';
import { totalSizeOf } from '../client/core/totalSize';
import { endsStep, runSteps, type Steps } from '../client/response/yieldToEventLoop';
import { findNameProblem, toNameKey } from '../files/fileName';
import { isSamePath, normalizeAbsolute, toSlashes } from '../files/paths';
import { toSnapshot } from '../launch/fileSnapshot';
import type { FileSnapshot } from '../launch/journalEntry';
import { showBriefly } from '../request/launchRequest';
import { escapePattern, findRequestedFiles } from '../request/requestedFiles';
import { type RequestFolders, RequestPlaces } from '../request/requestFolders';
import { hashFiles } from '../upload/checkFiles';
import { FileChangedError, FileUnreadableError } from '../upload/errors';
import { readPlanned } from '../upload/fileState';
import type { PlannedFile, UploadPlan } from '../upload/uploadPlan';
import type { RenderedFile } from './study';
import { type Place, StudyChangedError, type StudyProblem, type TemplatePlace } from './studyProblem';
import {
  fillStudyTemplate,
  listPlaceholders,
  parseStudyTemplate,
  type Placeholder,
  type StudyTemplate,
  templateExtension,
} from './studyTemplate';

/** Limit for a template; bytes. */
const maxTemplateBytes = 16 * 1024 * 1024;

/** The files that a model is made of, before its templates are filled. */
export interface FileSet {
  readonly files: readonly FileSnapshot[];
  /** Bytes of these. */
  readonly bytes: number;
  readonly templates: readonly StudyTemplate[];
  /** One of each name. */
  readonly placeholders: readonly { readonly name: string; readonly at: TemplatePlace }[];
  /** The same for sets of the same files in the same states; of templates, their paths count. */
  readonly digest: string;
  readonly plan: UploadPlan;
  /** Name of the file or folder that a cell names. */
  readonly label?: string;
  /** The templates as planned, which must not change. */
  readonly sources: readonly PlannedFile[];
}

interface FoundSet {
  readonly set: FileSet | undefined;
  readonly problems: readonly StudyProblem[];
}

interface FilesRequest {
  readonly files: readonly string[];
  readonly exclude: readonly string[];
}

interface StudyFilesOptions {
  readonly folders: RequestFolders;
  /** The columns of the table, which placeholders are named after. */
  readonly columns: readonly string[];
  readonly signal: AbortSignal;
}

/** Finds and hashes the files of rows; those of equal cells once. */
export class StudyFiles {
  readonly #options: StudyFilesOptions;
  readonly #places: RequestPlaces;
  readonly #known = new Map<string, FileSet>();

  constructor(options: StudyFilesOptions) {
    this.#options = options;
    this.#places = new RequestPlaces(options.folders);
  }

  /** @param place where problems are reported. @throws the reason of the signal */
  async find(request: FilesRequest, place: Place): Promise<FoundSet> {
    return await this.#find(request, this.#options.folders, { place });
  }

  async #find(
    request: FilesRequest,
    folders: RequestFolders,
    { place, label }: { readonly place: Place; readonly label?: string },
  ): Promise<FoundSet> {
    const key = JSON.stringify([folders.own?.root, request.files, request.exclude]);
    const known = this.#known.get(key);
    if (known !== undefined) return { set: known, problems: [] };
    const { plan, problems } = await findRequestedFiles(request, folders, this.#options.signal);
    if (problems.length > 0)
      return { set: undefined, problems: problems.map((problem) => ({ kind: 'files', ...place, problem })) };
    const read = await this.#read(plan, place);
    if (read.set === undefined) return read;
    const set = { ...read.set, ...(label !== undefined && { label }) };
    this.#known.set(key, set);
    return { set, problems: read.problems };
  }

  /** Finds the file or folder that a cell names, relative to the folder of the table unless its path is absolute. */
  async findOfCell(
    cell: string,
    {
      tableFolder,
      exclude,
      place,
    }: { readonly tableFolder: string; readonly exclude: readonly string[]; readonly place: Place },
  ): Promise<FoundSet> {
    const text = toSlashes(cell.trim());
    if (text === '') return { set: undefined, problems: [{ kind: 'emptyCell', ...place, name: 'files' }] };
    const absolute = normalizeAbsolute(text);
    const isForeign = path.posix.isAbsolute(text) || path.win32.isAbsolute(text) || text.includes('\\');
    const wanted = absolute ?? (isForeign ? undefined : path.resolve(tableFolder, text));
    const placed = wanted === undefined ? 'outsideFolder' : await this.#places.find(wanted);
    if (typeof placed === 'string')
      return { set: undefined, problems: [{ kind: 'outsideFolder', ...place, text: showBriefly(text) }] };
    const { folder, relative } = placed;
    const request = { files: [escapePattern(relative) || '.'], exclude };
    const folders = { ...this.#options.folders, own: folder };
    const found = await this.#find(request, folders, { place, label: path.basename(wanted ?? '') });
    return { ...found, problems: found.problems.map((problem) => asWritten(problem, wanted ?? '', text)) };
  }

  /** @throws StudyChangedError when the templates or their values give other bytes than before */
  async renderAgain(
    set: FileSet,
    cellOf: (name: string) => string,
    before: readonly RenderedFile[],
  ): Promise<ReadonlyMap<string, Buffer>> {
    const { changes } = await hashFiles(set.sources, this.#options.signal);
    if (changes.length > 0) throw new StudyChangedError();
    const { rendered } = await runSteps(renderModel(set, cellOf));
    if (before.some(({ sha256 }, index) => sha256 !== rendered[index]?.sha256)) throw new StudyChangedError();
    return new Map(
      set.templates.map((one) => [
        toRenderedName(one.file),
        Buffer.concat([...fillStudyTemplate(one, cellOf)]),
      ]),
    );
  }

  async #read(plan: UploadPlan, place: Place): Promise<FoundSet> {
    try {
      const { files, changes } = await hashFiles(plan.files, this.#options.signal);
      if (changes.length === 0) return await readSet({ ...plan, files }, this.#options);
      return { set: undefined, problems: changes.map((change) => toFileProblem(change, place)) };
    } catch (error) {
      if (!(error instanceof FileUnreadableError || error instanceof FileChangedError)) throw error;
      return { set: undefined, problems: [toFileProblem(error, place)] };
    }
  }
}

function toFileProblem(error: FileUnreadableError | FileChangedError, place: Place): StudyProblem {
  const file = showBriefly(error.file);
  return error instanceof FileUnreadableError
    ? { kind: 'fileUnreadable', ...place, file, code: error.code }
    : { kind: 'fileChanged', ...place, file };
}

/** @throws FileChangedError, FileUnreadableError, or the reason of the signal */
async function readSet(plan: UploadPlan, { columns, signal }: StudyFilesOptions): Promise<FoundSet> {
  const problems: StudyProblem[] = [];
  const isTemplate = ({ name }: PlannedFile) => /[^/]\.template$/.test(name);
  const sources = plan.files.filter(isTemplate);
  const files = plan.files.filter((file) => !isTemplate(file));
  const names = new Set(files.map(({ name }) => toNameKey(name)));
  const templates: StudyTemplate[] = [];
  for (const source of sources) {
    const name = toRenderedName(source.name);
    const start = { file: source.name, line: 1, column: 1 };
    if (findNameProblem(name) !== undefined) problems.push({ kind: 'unfitFileName', ...start, name });
    else if (names.has(toNameKey(name))) problems.push({ kind: 'templateCollides', ...start, name });
    const parsed = await readTemplate(source, columns, signal);
    problems.push(...parsed.problems);
    if (parsed.template !== undefined) templates.push(parsed.template);
  }
  const placeholders = new Map(templates.flatMap(listPlaceholders).map((one) => [one.name, one]));
  const set: FileSet = {
    ...{ plan, sources, templates },
    files: files.map(toSnapshot),
    bytes: totalSizeOf(files),
    placeholders: [...placeholders.values()],
    digest: await runSteps(digestFiles(plan.files, isTemplate)),
  };
  return { set, problems };
}

/** A file that the cell itself names is called as it is there. */
function asWritten(problem: StudyProblem, file: string, text: string): StudyProblem {
  if (problem.kind !== 'files' || problem.problem.kind !== 'refusedFile') return problem;
  const refused = problem.problem.file;
  if (!isSamePath(refused.path, file)) return problem;
  return { ...problem, problem: { kind: 'refusedFile', file: { ...refused, name: showBriefly(text) } } };
}

/** @throws FileChangedError, FileUnreadableError, or the reason of the signal */
async function readTemplate(
  source: PlannedFile,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly template?: StudyTemplate; readonly problems: readonly StudyProblem[] }> {
  const { name: file, size } = source;
  const start = { file, line: 1, column: 1 };
  if (size > maxTemplateBytes)
    return { problems: [{ kind: 'templateTooLarge', ...start, max: maxTemplateBytes }] };
  const { bytes } = await readPlanned(source, signal);
  try {
    // A byte order mark stays: the rendered file differs from the template by its placeholders only.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return await runSteps(parseStudyTemplate(file, text, new Set(columns)));
  } catch {
    return { problems: [{ kind: 'templateNotUtf8', ...start }] };
  }
}

function* digestFiles(
  files: readonly PlannedFile[],
  isTemplate: (file: PlannedFile) => boolean,
): Steps<string> {
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    if (endsStep(index)) yield;
    hash.update(JSON.stringify(isTemplate(file) ? [file.name, file.path] : toSnapshot(file)));
  }
  return hash.digest('hex');
}

/** Fills the templates of a model for one row, and keeps only what tells the files apart. */
export function* renderModel(
  set: Pick<FileSet, 'templates'>,
  cellOf: (name: string) => string,
): Steps<{
  readonly rendered: readonly RenderedFile[];
  /** The placeholders for which the cell is too long. */
  readonly tooWide: readonly (Placeholder & { readonly width: number })[];
}> {
  const rendered: RenderedFile[] = [];
  const tooWide: (Placeholder & { readonly width: number })[] = [];
  let count = 0;
  for (const template of set.templates) {
    const hash = createHash('sha256');
    let size = 0;
    for (const part of fillStudyTemplate(template, cellOf, (one) => tooWide.push(one))) {
      if (endsStep(++count)) yield;
      hash.update(part);
      size += part.length;
    }
    rendered.push({ name: toRenderedName(template.file), size, sha256: hash.digest('hex') });
  }
  return { rendered, tooWide };
}

function toRenderedName(name: string): string {
  return name.slice(0, -templateExtension.length);
}
