import { isObject } from '../client/core/json';
import { type Answer, hasItsDigits } from '../client/mapping/prompts';
import { escapeInvisible } from '../client/text/visibleText';
import { toSlashes } from '../files/paths';
import { leadsOut } from './requestFolders';
import type { RequestProblem } from './requestProblem';
import { requestProperties, type RequestProperty } from './requestProperty';

/** A launch that is described without clicks, for example by a task. Holds no address, header or secret. */
export interface LaunchRequest {
  readonly model:
    | {
        /** Non-empty. Paths of files and folders, or patterns, with `/`: relative, or absolute (see `RequestPlaces`). */
        readonly files: readonly string[];
        /** Patterns in the syntax of `.gitignore`, after those of the setting. */
        readonly exclude: readonly string[];
        readonly name: string;
      }
    | { readonly id: string | number };
  /** Absent if no simulation is created. */
  readonly project?:
    | { readonly id: string | number }
    /** With `create`, it is created if there is none of this name. */
    | { readonly name: string; readonly create: boolean };
  readonly simulate: boolean;
  /** The name of an environment that the user has defined; absent for the selected one. */
  readonly environment?: string;
  /**
   * Answers by prompt name or `description`. The name of a request and a dot before it mean the prompt of that
   * request alone: `createModel.description`.
   */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** Limit for the entries of a list, and for answers. */
const maxEntries = 10_000;

/** Limit for a path, a pattern and an answer; characters. */
const maxTextLength = 4096;

/** Limit for the name of a model or a project; characters. */
const maxNameLength = 1000;

/**
 * Parses a request that anybody may have written. Nothing is guessed: an unknown property, a wrong type or a conflict
 * makes it invalid.
 * @returns the request, or everything that is wrong with it
 */
export function parseLaunchRequest(given: unknown): LaunchRequest | readonly RequestProblem[] {
  if (!isObject(given)) return [{ kind: 'notAnObject' }];
  return new RequestParser(given).parse();
}

class RequestParser {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #problems: RequestProblem[] = [];

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  parse(): LaunchRequest | readonly RequestProblem[] {
    const known: readonly string[] = requestProperties;
    for (const property of Object.keys(this.#given)) {
      if (!known.includes(property))
        this.#problems.push({ kind: 'unknownProperty', property: showBriefly(property) });
    }
    const simulate = this.#parseBoolean('simulate', true);
    const model = this.#parseModel();
    const project = this.#parseProject(simulate);
    const environment = this.#parseEnvironment();
    const answers = this.#parseAnswers();
    if (model === undefined || this.#problems.length > 0) return this.#problems;
    return {
      ...{ model, simulate, answers },
      ...(project && { project }),
      ...(environment !== undefined && { environment }),
    };
  }

  #parseModel(): LaunchRequest['model'] | undefined {
    const given = this.#get('model');
    if (given === undefined) {
      this.#fail({ kind: 'missing', property: 'model' });
      return;
    }
    const files = this.#parseList('files');
    const exclude = this.#parseList('exclude');
    if (isObject(given)) {
      for (const property of ['files', 'exclude'] as const) {
        if (this.#get(property) !== undefined) this.#fail({ kind: 'conflict', property, other: 'model' });
      }
      return this.#parseId('model', given);
    }
    const name = this.#parseName('model', given);
    if (files?.length === 0) {
      this.#fail({ kind: 'missing', property: 'files' });
      return;
    }
    // A path that leads out of all folders is never even looked at.
    for (const entry of (files ?? []).filter(leadsOut))
      this.#fail({ kind: 'outsideFolder', entry: showBriefly(entry) });
    if (name === undefined || files === undefined) return undefined;
    return { files: files.map(toSlashes), exclude: (exclude ?? []).map(toPattern), name };
  }

  #parseProject(simulate: boolean): LaunchRequest['project'] {
    const given = this.#get('project');
    const create = this.#parseBoolean('createProject', false);
    if (!simulate) {
      for (const property of ['project', 'createProject'] as const) {
        if (this.#get(property) !== undefined) this.#fail({ kind: 'conflict', property, other: 'simulate' });
      }
      return undefined;
    }
    if (given === undefined) {
      this.#fail({ kind: 'missing', property: 'project' });
      return;
    }
    if (isObject(given)) {
      if (create) this.#fail({ kind: 'conflict', property: 'createProject', other: 'project' });
      return this.#parseId('project', given);
    }
    const name = this.#parseName('project', given);
    return name === undefined ? undefined : { name, create };
  }

  #parseId(
    property: 'model' | 'project',
    given: Readonly<Record<string, unknown>>,
  ): { readonly id: string | number } | undefined {
    const { id, ...others } = given;
    const isId = (typeof id === 'string' && isFit(id, maxNameLength)) || Number.isSafeInteger(id);
    if (!isId || Object.keys(others).length > 0) {
      this.#fail({ kind: 'wrongType', property, expected: 'nameOrId' });
      return;
    }
    return { id: id as string | number };
  }

  #parseName(property: 'model' | 'project', given: unknown): string | undefined {
    if (typeof given !== 'string') this.#fail({ kind: 'wrongType', property, expected: 'nameOrId' });
    else if (isFit(given, maxNameLength)) return given;
    else this.#fail({ kind: 'unfitText', property, text: showBriefly(given) });
    return undefined;
  }

  #parseEnvironment(): string | undefined {
    const given = this.#get('environment');
    if (typeof given === 'string' && isFit(given, maxNameLength)) return given;
    if (given !== undefined) this.#fail({ kind: 'wrongType', property: 'environment', expected: 'name' });
    return undefined;
  }

  #parseList(property: 'files' | 'exclude'): readonly string[] | undefined {
    const given = this.#get(property);
    if (given === undefined) return [];
    const list: unknown[] | undefined = Array.isArray(given) ? given : undefined;
    if (list === undefined || !list.every((entry) => typeof entry === 'string')) {
      this.#fail({ kind: 'wrongType', property, expected: 'textList' });
      return;
    }
    if (list.length > maxEntries) {
      this.#fail({ kind: 'tooMany', property, max: maxEntries });
      return;
    }
    for (const entry of list) {
      if (!isFit(entry, maxTextLength)) this.#fail({ kind: 'unfitText', property, text: showBriefly(entry) });
    }
    return list;
  }

  #parseAnswers(): Readonly<Record<string, Answer>> {
    const given = this.#get('answers');
    if (given === undefined) return {};
    const isAnswer = (value: unknown): value is Answer =>
      (typeof value === 'string' && value.length <= maxTextLength) ||
      (typeof value === 'number' && Number.isFinite(value));
    const entries = isObject(given) ? Object.entries(given) : undefined;
    if (entries === undefined || !entries.every(([, value]) => isAnswer(value))) {
      this.#fail({ kind: 'wrongType', property: 'answers', expected: 'answers' });
      return {};
    }
    if (entries.length > maxEntries) this.#fail({ kind: 'tooMany', property: 'answers', max: maxEntries });
    for (const [key, value] of entries)
      if (typeof value === 'number' && !hasItsDigits(value))
        this.#fail({ kind: 'inexactAnswer', key: showBriefly(key) });
    return Object.fromEntries(entries as [string, Answer][]);
  }

  #parseBoolean(property: 'simulate' | 'createProject', absent: boolean): boolean {
    const given = this.#get(property);
    if (given === undefined || typeof given === 'boolean') return given ?? absent;
    this.#fail({ kind: 'wrongType', property, expected: 'boolean' });
    return absent;
  }

  #get(property: RequestProperty): unknown {
    return Object.hasOwn(this.#given, property) ? this.#given[property] : undefined;
  }

  #fail(problem: RequestProblem): undefined {
    this.#problems.push(problem);
    return undefined;
  }
}

/** A pattern of `exclude`, with `/` on Windows, except where a backslash is the escape of a first or last character. */
function toPattern(written: string): string {
  const [, first = '', between = '', last = ''] = /^(\\?)(.*?)(\\ )?$/s.exec(written) ?? [];
  return first + toSlashes(between) + last;
}

/** Whether a text is one line that can be read as it is: neither blank nor too long nor with invisible characters. */
function isFit(text: string, maxLength: number): boolean {
  return text.trim() !== '' && text.length <= maxLength && escapeInvisible(text, maxLength) === text;
}

/** A text of a request for a message. */
export function showBriefly(text: string): string {
  return escapeInvisible(text, 100);
}
