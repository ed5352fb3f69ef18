import { JsonNumber } from '../core/exactJson';
import { isObject } from '../core/json';
import { MappingError, type MappingSetting } from './mappingError';
import type { TemplateValue } from './template';

/**
 * A user's answer to a prompt. It is sent with this type, but a text for a `number` prompt is sent as a number: with
 * digits that a number of JavaScript would not keep.
 */
export type Answer = string | number;

/** Placeholder without braces, such as `prompt.cores`, to its answer. */
export type Answers = Readonly<Record<string, Answer>>;

interface Asked {
  /** The placeholder that the answer replaces, without braces: `prompt.cores`. */
  readonly placeholder: string;
  /** The declared label, else the name of the prompt. */
  readonly label: string;
}

/** A value for a request body that only the user knows. */
export type Prompt =
  | (Asked & { readonly type: 'text'; readonly default?: string })
  | (Asked & { readonly type: 'number'; readonly default?: number })
  | (Asked & { readonly type: 'choice'; readonly choices: readonly Answer[]; readonly default?: Answer });

/** Prompt for the description of what is created. Templates use it without declaring it. */
export const descriptionPrompt: Prompt = {
  placeholder: 'description',
  label: '',
  type: 'text',
  default: '',
};

/**
 * Parses the prompts that a template declares: from name to `{ label, type, choices, default }`, of which only
 * `type` (`text`, `number` or `choice`) and the `choices` of a choice are required.
 * @throws {MappingError} `prompt`
 */
export function parsePrompts(declared: unknown, setting: MappingSetting): Prompt[] {
  if (declared === undefined) return [];
  if (!isObject(declared)) throw new MappingError(setting, 'prompt', '$prompts');
  return Object.entries(declared).map(([name, declaration]) => {
    const prompt = /^[\w-]+$/.test(name) ? parsePrompt(name, declaration) : undefined;
    if (prompt === undefined) throw new MappingError(setting, 'prompt', name);
    return prompt;
  });
}

/** The name of a prompt as a template declares it: `cores` for the placeholder `prompt.cores`. */
export function toPromptName(placeholder: string): string {
  return placeholder.replace(/^prompt\./, '');
}

/**
 * The answer that a text gives to a prompt: a cell of a table, an input of a task, or what a person types. A choice may
 * be written in another case, because spreadsheets write `TRUE`.
 * @returns undefined for a text that is none
 */
export function parseAnswer(text: string, prompt: Prompt): Answer | undefined {
  switch (prompt.type) {
    case 'text':
      return text;
    case 'number':
      return parseNumber(text);
    case 'choice':
      return (
        findTextChoice(text, prompt.choices) ??
        prompt.choices.find((choice) => choice === Number(parseNumber(text) ?? NaN))
      );
  }
}

/** The choice that is this text, or else the only one that is this text in another case. */
export function findTextChoice(text: string, choices: readonly Answer[]): string | undefined {
  const alike = choices.filter(isText).filter((choice) => choice.toLowerCase() === text.toLowerCase());
  return alike.find((choice) => choice === text) ?? (alike.length === 1 ? alike[0] : undefined);
}

/**
 * Keeps the digits that were typed. Only what JSON has no notation for changes: `+5` becomes `5`, `.5` becomes `0.5`,
 * `5.` becomes `5.0` and `007` becomes `7`.
 */
function parseNumber(text: string): Answer | undefined {
  const parts = /^([+-]?)(\d*)(\.?)(\d*)(e[+-]?\d+)?$/i.exec(text);
  const [, sign, whole = '', point = '', decimals = '', exponent = ''] = parts ?? [];
  if (parts === null || whole + decimals === '') return undefined;
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  const fraction = point === '' ? '' : `.${decimals || '0'}`;
  const json = `${sign === '-' ? '-' : ''}${integer}${fraction}${exponent}`;
  return String(Number(json)) === json ? Number(json) : json;
}

/** Limit for the digits of a number that survives a reader of JSON which has doubles only. */
const maxDoubleDigits = 15;

/** Whether a number that was read from JSON certainly has the digits that were written. */
export function hasItsDigits(value: number): boolean {
  const [digits = ''] = String(Math.abs(value)).split('e');
  return digits.replace('.', '').replace(/^0+|0+$/g, '').length <= maxDoubleDigits;
}

/**
 * Resolves the placeholders of prompts to the answers, or else the defaults.
 * @throws {MappingError} `noAnswer` when there is neither; `unfitAnswer` for an answer that does not fit its prompt:
 *   the prompt may have changed since, and a default is not the user's choice
 */
export function resolveAnswers(
  prompts: readonly Prompt[],
  answers: Answers,
  setting: MappingSetting,
): Answers {
  const given = prompts.map((prompt) => {
    const { placeholder } = prompt;
    const answer = Object.hasOwn(answers, placeholder) ? answers[placeholder] : prompt.default;
    if (answer === undefined) throw new MappingError(setting, 'noAnswer', prompt.label);
    if (!isAllowedAnswer(answer, prompt)) throw new MappingError(setting, 'unfitAnswer', prompt.label);
    return [placeholder, answer] as const;
  });
  return Object.fromEntries(given);
}

/** Whether an answer has the type of its prompt, and is one of the choices if there are any. */
export function isAllowedAnswer(answer: Answer, prompt: Prompt): boolean {
  switch (prompt.type) {
    case 'text':
      return isText(answer);
    case 'number':
      return isNumber(answer) || parseNumber(answer) === answer;
    case 'choice':
      return prompt.choices.includes(answer);
  }
}

/** The answers as they stand in a body. */
export function toSentValues(
  prompts: readonly Prompt[],
  answers: Answers,
): Readonly<Record<string, TemplateValue>> {
  const numbers = prompts.flatMap(({ type, placeholder }) => {
    const answer = type === 'number' ? answers[placeholder] : undefined;
    return isText(answer) && parseNumber(answer) === answer ? [[placeholder, new JsonNumber(answer)]] : [];
  });
  return { ...answers, ...(Object.fromEntries(numbers) as Readonly<Record<string, JsonNumber>>) };
}

function parsePrompt(name: string, declaration: unknown): Prompt | undefined {
  if (!isObject(declaration)) return undefined;
  const { type, label = name, choices, default: given } = declaration;
  if (typeof label !== 'string') return undefined;
  const asked = { placeholder: `prompt.${name}`, label };
  switch (type) {
    case 'text':
      return isAbsentOr(isText, given) ? { ...asked, type, ...withDefault(given) } : undefined;
    case 'number':
      return isAbsentOr(isNumber, given) ? { ...asked, type, ...withDefault(given) } : undefined;
    case 'choice': {
      if (!Array.isArray(choices) || choices.length === 0 || !choices.every(isAnswer)) return undefined;
      const isChoice = (value: unknown): value is Answer => isAnswer(value) && choices.includes(value);
      return isAbsentOr(isChoice, given) ? { ...asked, type, choices, ...withDefault(given) } : undefined;
    }
    default:
      return undefined;
  }
}

function withDefault<T>(value: T | undefined): { readonly default?: T } {
  return value === undefined ? {} : { default: value };
}

function isAbsentOr<T>(is: (value: unknown) => value is T, value: unknown): value is T | undefined {
  return value === undefined || is(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isAnswer(value: unknown): value is Answer {
  return isText(value) || isNumber(value);
}
