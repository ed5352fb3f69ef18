import { isObject } from './decodeJson';
import type { ShapeSetting } from './shapeError';
import { ShapeError } from './shapeError';

/** What a person answers to a prompt; it is sent in this type. */
export type Answer = string | number;

/** Placeholder without braces, such as `prompt.cores`, to what was answered. */
export type Answers = Readonly<Record<string, Answer>>;

interface Asked {
  /** What its answer stands for, without braces: `prompt.cores`. */
  readonly placeholder: string;
  /** As it is declared, else the name of the prompt. */
  readonly label: string;
}

/** Something that a body needs and only a person knows. */
export type Prompt =
  | (Asked & { readonly type: 'text'; readonly default?: string })
  | (Asked & { readonly type: 'number'; readonly default?: number })
  | (Asked & { readonly type: 'choice'; readonly choices: readonly Answer[]; readonly default?: Answer });

/** For the description of what is created, which templates use without declaring it. */
export const descriptionPrompt: Prompt = {
  placeholder: 'description',
  label: '',
  type: 'text',
  default: '',
};

/**
 * The prompts that a template declares: from name to `{ label, type, choices, default }`, of which only `type`
 * (`text`, `number` or `choice`) and the `choices` of a choice must be there.
 * @throws {ShapeError} `prompt`
 */
export function parsePrompts(declared: unknown, setting: ShapeSetting): Prompt[] {
  if (declared === undefined) return [];
  if (!isObject(declared)) throw new ShapeError(setting, 'prompt', '$prompts');
  return Object.entries(declared).map(([name, declaration]) => {
    const prompt = /^[\w-]+$/.test(name) ? parsePrompt(name, declaration) : undefined;
    if (prompt === undefined) throw new ShapeError(setting, 'prompt', name);
    return prompt;
  });
}

/**
 * What stands for the placeholders of prompts: the answers, else the defaults.
 * @throws {ShapeError} `noAnswer` when there is neither
 */
export function answersTo(prompts: readonly Prompt[], answers: Answers, setting: ShapeSetting): Answers {
  const given = prompts.map((prompt) => {
    const { placeholder } = prompt;
    const answer = Object.hasOwn(answers, placeholder) ? answers[placeholder] : prompt.default;
    if (answer === undefined) throw new ShapeError(setting, 'noAnswer', prompt.label);
    return [placeholder, answer] as const;
  });
  return Object.fromEntries(given);
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
