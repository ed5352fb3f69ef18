import path from 'node:path';
import { stringifyExactly } from '../../../../src/client/core/exactJson';
import { buildRequestBody } from '../../../../src/client/mapping/requestBodies';
import { parseMapping } from '../../../../src/client/mapping/serviceMapping';
import { inOneFolder } from '../../../../src/request/requestFolders';
import { prepareStudy, type StudyDraft } from '../../../../src/study/prepareStudy';
import type { PreparedStudy } from '../../../../src/study/study';
import { StudyError, type StudyProblem } from '../../../../src/study/studyProblem';
import { type FileTree, tempTree, writeTree } from '../../../support/tempTree';

/** Everything that one row sends and fills in. */
interface SentRow {
  readonly name: string;
  /** The body of the request for the simulation, without the identifiers. */
  readonly body: string;
  /** The rendered files by their names. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Trial extends Partial<Pick<StudyDraft, 'model' | 'project' | 'excluded'>> {
  /** The questions of the simulation. */
  readonly prompts?: Readonly<Record<string, unknown>>;
  /** The files of the model; by default, a single one that is no template. */
  readonly files?: FileTree;
  readonly service?: string;
  /** The folder of table and model; a new one if absent. */
  readonly root?: string;
}

/** Prepares a study of a table without a service. @throws StudyError */
export async function prepareTrial(
  table: string | Buffer,
  { prompts = {}, files = { 'deck.inp': 'deck' }, service = 'service', root, ...changes }: Trial = {},
): Promise<{ readonly study: PreparedStudy; readonly rows: readonly SentRow[] }> {
  const asked = Object.keys(prompts).map((name) => [name, `{prompt.${name}}`] as const);
  const mapping = parseMapping({
    'requests.createSimulation': { $prompts: prompts, ...Object.fromEntries(asked) },
  });
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`model/${name}`, text]));
  const folder = root ?? (await tempTree());
  await writeTree(folder, inFolder);
  const study = await prepareStudy(
    {
      folders: inOneFolder({ root: folder, exclude: [] }),
      table: path.join(folder, 'cases.csv'),
      model: { files: ['model'], exclude: [], name: 'wing' },
      project: { id: 'p1', name: 'Wing' },
      ...changes,
    },
    Buffer.from(table),
    { service: { key: service, place: service, mapping }, signal: new AbortController().signal },
  );
  const rows: SentRow[] = [];
  for (const { name, model: index, answers = {} } of study.rows) {
    const sent = { answers: answers.createSimulation ?? {} };
    const body = stringifyExactly(buildRequestBody('createSimulation', mapping, {}, sent));
    const model = study.models[index];
    const rendered = model !== undefined && 'render' in model ? [...(await model.render())] : [];
    const texts = rendered.map(([file, content]) => [file, content.toString()] as const);
    rows.push({ name, body, files: Object.fromEntries(texts) });
  }
  return { study, rows };
}

/** What a table sends row by row, or everything that is wrong with it. */
export async function tryTable(
  table: string | Buffer,
  trial: Trial = {},
): Promise<readonly SentRow[] | readonly StudyProblem[]> {
  try {
    return (await prepareTrial(table, trial)).rows;
  } catch (error) {
    if (error instanceof StudyError) return error.problems;
    throw error;
  }
}
