import { createHash } from 'node:crypto';
import path from 'node:path';
import { isPauseDue, pause } from '../client/core/pause';
import { totalSizeOf } from '../client/core/totalSize';
import { findNameProblem, toNameKey } from '../files/fileName';
import { isSamePath, normalizeAbsolute, toSlashes } from '../files/paths';
import { showBriefly } from '../request/launchRequest';
import { escapePattern, findRequestedFiles } from '../request/requestedFiles';
import { type RequestFolders, RequestPlaces } from '../request/requestFolders';
import type { RequestProblem } from '../request/requestProblem';
import { hashFiles } from '../upload/checkFiles';
import { FileChangedError, FileUnreadableError } from '../upload/errors';
import { readPlanned } from '../upload/fileState';
import type { PlannedFile, UploadPlan } from '../upload/uploadPlan';
import type { RenderedFile } from './study';
import type { Place, ReportProblem, StudyProblem, TemplatePlace } from './studyProblem';
import {
  createPlaceFinder,
  fillStudyTemplate,
  listPlaceholders,
  parseStudyTemplate,
  type StudyTemplate,
  templateExtension,
} from './studyTemplate';

/** Limit for a template; bytes. */
export const maxTemplateBytes = 16 * 1024 * 1024;

/** The files that a model is made of, before its templates are filled. */
export interface FileSet {
  readonly files: readonly PlannedFile[];
  /** Bytes of these. */
  readonly bytes: number;
  /** The templates with their hashes. They are read again for each row, because together they may be very large. */
  readonly templates: readonly PlannedFile[];
  /** One of each name. */
  readonly placeholders: readonly { readonly name: string; readonly at: TemplatePlace }[];
  /** Equal for sets of the same files in the same states. Of a template, only its name and path count. */
  readonly digest: string;
  /** The names and bytes of the files without the templates. */
  readonly contents: readonly RenderedFile[];
  readonly plan: UploadPlan;
  /** Name of the file or folder that a cell names. */
  readonly label?: string;
}

interface RowFilesRequest {
  readonly files: readonly string[];
  readonly exclude: readonly string[];
}

/** The file or folder that a cell names. */
interface NamedFile {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

interface StudyFilesOptions {
  readonly folders: RequestFolders;
  /** The columns of the table, which placeholders are named after. */
  readonly columns: readonly string[];
  readonly signal: AbortSignal;
  readonly report: ReportProblem;
}

/** Finds and hashes the files of rows, those of equal cells once, and fills in their templates. */
export class StudyFiles {
  readonly #options: StudyFilesOptions;
  readonly #places: RequestPlaces;
  readonly #known = new Map<string, FileSet>();
  /** The templates that were read last, because the next row has often the same. */
  #loaded: { readonly set: FileSet; readonly templates: readonly StudyTemplate[] } | undefined;

  constructor(options: StudyFilesOptions) {
    this.#options = options;
    this.#places = new RequestPlaces(options.folders);
  }

  /**
   * @param place where problems are reported
   * @param cell what the request stands for, if it is that of a cell
   * @returns undefined for files that cannot be sent
   * @throws the reason of the signal
   */
  async find(
    request: RowFilesRequest,
    place: Place,
    folders: RequestFolders = this.#options.folders,
    cell?: NamedFile,
  ): Promise<FileSet | undefined> {
    const key = JSON.stringify([folders.own?.root, request.files, request.exclude]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { plan, problems } = await findRequestedFiles(request, folders, this.#options.signal);
    for (const problem of problems)
      this.#options.report({ kind: 'files', ...place, problem: asWritten(problem, cell) });
    const read = problems.length > 0 ? undefined : await this.#read(plan, place);
    if (read === undefined) return undefined;
    const set = { ...read, ...(cell && { label: path.basename(cell.file) }) };
    this.#known.set(key, set);
    return set;
  }

  /** Finds the file or folder that a cell names, relative to the folder of the table unless its path is absolute. */
  async findOfCell(
    cell: string,
    place: Place,
    { tableFolder, exclude }: { readonly tableFolder: string; readonly exclude: readonly string[] },
  ): Promise<FileSet | undefined> {
    const { report } = this.#options;
    const written = cell.trim();
    const text = toSlashes(written);
    if (text === '') {
      report({ kind: 'emptyCell', ...place, name: 'files' });
      return;
    }
    const absolute = normalizeAbsolute(text);
    const isForeign = path.posix.isAbsolute(text) || path.win32.isAbsolute(text) || text.includes('\\');
    const wanted = absolute ?? (isForeign ? undefined : path.resolve(tableFolder, text));
    const placed = wanted === undefined ? 'outsideFolder' : await this.#places.find(wanted);
    if (wanted === undefined || typeof placed === 'string') {
      report({ kind: 'outsideFolder', ...place, text: showBriefly(written) });
      return;
    }
    const { folder, relative } = placed;
    const request = { files: [escapePattern(relative) || '.'], exclude };
    const folders = { ...this.#options.folders, own: folder };
    return await this.find(request, place, folders, { file: wanted, text });
  }

  /**
   * Fills the templates of a model for one row, and keeps only what tells the files apart.
   * @param onTooWide see {@link fillStudyTemplate}
   * @throws FileChangedError, FileUnreadableError, or the reason of the signal
   */
  async describeRendered(
    set: FileSet,
    cellOf: (name: string) => string,
    onTooWide: Parameters<typeof fillStudyTemplate>[2],
  ): Promise<readonly RenderedFile[]> {
    return await describeRendered(await this.#load(set), cellOf, onTooWide);
  }

  /**
   * Fills the templates of a model for one row, by the names of the files.
   * @throws FileChangedError, FileUnreadableError
   */
  async render(set: FileSet, cellOf: (name: string) => string): Promise<ReadonlyMap<string, Buffer>> {
    const rendered = new Map<string, Buffer>();
    for (const template of await this.#load(set))
      rendered.set(toRenderedName(template.file), await renderTemplate(template, cellOf));
    return rendered;
  }

  async #load(set: FileSet): Promise<readonly StudyTemplate[]> {
    if (this.#loaded?.set === set) return this.#loaded.templates;
    this.#loaded = undefined;
    const templates: StudyTemplate[] = [];
    for (const source of set.templates) {
      const template = await readTemplate(source, { ...this.#options, report: () => undefined });
      if (template === undefined) throw new FileChangedError(source.name, 'content');
      templates.push(template);
    }
    this.#loaded = { set, templates };
    return templates;
  }

  async #read(plan: UploadPlan, place: Place): Promise<FileSet | undefined> {
    const { report, signal } = this.#options;
    try {
      const { files, changes } = await hashFiles(plan.files, signal);
      if (changes.length === 0) return await readSet({ ...plan, files }, this.#options);
      for (const change of changes) report(toFileProblem(change, place));
    } catch (error) {
      if (!(error instanceof FileUnreadableError || error instanceof FileChangedError)) throw error;
      report(toFileProblem(error, place));
    }
    return undefined;
  }
}

function toFileProblem(error: FileUnreadableError | FileChangedError, place: Place): StudyProblem {
  const file = showBriefly(error.file);
  return error instanceof FileUnreadableError
    ? { kind: 'fileUnreadable', ...place, file, code: error.code }
    : { kind: 'fileChanged', ...place, file };
}

/** @throws FileChangedError, FileUnreadableError, or the reason of the signal */
async function readSet(plan: UploadPlan, options: StudyFilesOptions): Promise<FileSet> {
  const { report } = options;
  const isTemplate = ({ name }: PlannedFile) => /[^/]\.template$/i.test(name);
  const sources = plan.files.filter(isTemplate);
  const files = plan.files.filter((file) => !isTemplate(file));
  const names = new Set(files.map(({ name }) => toNameKey(name)));
  const placeholders = new Map<string, { readonly name: string; readonly at: TemplatePlace }>();
  const templates: PlannedFile[] = [];
  for (const source of sources) {
    const name = toRenderedName(source.name);
    const start = { file: source.name, line: 1, column: 1 };
    if (findNameProblem(name) !== undefined) report({ kind: 'unfitFileName', ...start, name });
    else if (names.has(toNameKey(name))) report({ kind: 'templateCollides', ...start, name });
    const template = await readTemplate(source, options);
    // Its problem is reported, so nothing is sent, and the other templates can show what else is wrong.
    if (template === undefined) continue;
    templates.push(source);
    for (const { name: column, at } of listPlaceholders(template))
      placeholders.set(column, { name: column, at });
  }
  return {
    plan,
    templates,
    files: files.map(withoutHash),
    bytes: totalSizeOf(files),
    placeholders: [...placeholders.values()],
    digest: digestFiles(plan.files, isTemplate),
    contents: files.map(({ name, size, sha256 = '' }) => ({ name, size, sha256 })),
  };
}

/** If the problem is about the file that the cell itself names, uses the name as the cell has it. */
function asWritten(problem: RequestProblem, cell: NamedFile | undefined): RequestProblem {
  if (problem.kind !== 'refusedFile' || !isSamePath(problem.file.path, cell?.file ?? '')) return problem;
  return { kind: 'refusedFile', file: { ...problem.file, name: showBriefly(cell?.text ?? '') } };
}

/** @throws FileChangedError, FileUnreadableError, or the reason of the signal */
async function readTemplate(
  source: PlannedFile,
  { columns, report, signal }: StudyFilesOptions,
): Promise<StudyTemplate | undefined> {
  const { name: file, size } = source;
  const start = { file, line: 1, column: 1 };
  if (size > maxTemplateBytes) {
    report({ kind: 'templateTooLarge', ...start, max: maxTemplateBytes });
    return;
  }
  const { bytes } = await readPlanned(source, signal);
  try {
    // A byte order mark stays: the rendered file differs from the template by its placeholders only.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return await parseStudyTemplate(file, text, new Set(columns), report);
  } catch {
    // As in a table, invalid bytes become replacement characters.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    report({ kind: 'templateNotUtf8', ...createPlaceFinder(file, text)(text.indexOf('\ufffd')) });
    return;
  }
}

function digestFiles(files: readonly PlannedFile[], isTemplate: (file: PlannedFile) => boolean): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(JSON.stringify(isTemplate(file) ? [file.name, file.path] : withoutHash(file)));
  }
  return hash.digest('hex');
}

/** The file as records keep it: its state tells it apart, and its bytes are hashed again when its launch starts. */
function withoutHash({ sha256: _, ...file }: PlannedFile): PlannedFile {
  return file;
}

/** What tells the filled templates of a row apart. @param onTooWide see {@link fillStudyTemplate} */
export async function describeRendered(
  templates: readonly StudyTemplate[],
  cellOf: (name: string) => string,
  onTooWide: Parameters<typeof fillStudyTemplate>[2],
): Promise<readonly RenderedFile[]> {
  const rendered: RenderedFile[] = [];
  let count = 0;
  for (const template of templates) {
    const hash = createHash('sha256');
    let size = 0;
    for (const part of fillStudyTemplate(template, cellOf, onTooWide)) {
      if (isPauseDue(++count)) await pause();
      hash.update(part);
      size += part.length;
    }
    rendered.push({ name: toRenderedName(template.file), size, sha256: hash.digest('hex') });
  }
  return rendered;
}

/** Joins as it fills, because 8 MiB of lines with a placeholder each have 400,000 parts, which take more than 100 MB. */
export async function renderTemplate(
  template: StudyTemplate,
  cellOf: (name: string) => string,
): Promise<Buffer> {
  const joined: Buffer[] = [];
  let parts: Buffer[] = [];
  for (const part of fillStudyTemplate(template, cellOf)) {
    parts.push(part);
    if (!isPauseDue(parts.length)) continue;
    joined.push(Buffer.concat(parts));
    parts = [];
    await pause();
  }
  return Buffer.concat([...joined, ...parts]);
}

function toRenderedName(name: string): string {
  return name.slice(0, -templateExtension.length);
}
