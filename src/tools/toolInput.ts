import { isObject } from '../client/core/json';

/** The kind of a property of an input. */
type InputKind = 'text' | 'texts' | 'count';

/** Properties that an input may have. */
export type InputShape = Readonly<Record<string, InputKind>>;

type InputOf<Shape extends InputShape> = {
  readonly [Name in keyof Shape]?: Shape[Name] extends 'text'
    ? string
    : Shape[Name] extends 'texts'
      ? readonly string[]
      : number;
};

/** The input of a tool does not have the form that package.json declares. VS Code does not check that. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError';

  constructor(
    /** The property that is not valid; absent if the tool declares no property of that name. */
    readonly property?: string,
  ) {
    super('the input of a tool is not valid');
  }
}

/** Limit for a text (characters) and for a list (entries), because a model writes the input. */
const maxLength = 4096;

/**
 * Parses an input. Nothing is guessed: an unknown property or a wrong type makes it invalid.
 * @throws ToolInputError
 */
export function parseToolInput<Shape extends InputShape>(
  given: unknown,
  shape: Shape,
  required: readonly (keyof Shape & string)[] = [],
): InputOf<Shape> {
  const input = given === undefined || given === null ? {} : given;
  if (!isObject(input)) throw new ToolInputError();
  for (const [name, value] of Object.entries(input)) {
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (kind === undefined) throw new ToolInputError();
    if (!isOfKind(value, kind)) throw new ToolInputError(name);
  }
  for (const name of required) if (!Object.hasOwn(input, name)) throw new ToolInputError(name);
  return input as InputOf<Shape>;
}

function isOfKind(value: unknown, kind: InputKind): boolean {
  switch (kind) {
    case 'text':
      return isFitText(value);
    case 'texts':
      return Array.isArray(value) && value.length > 0 && value.length <= maxLength && value.every(isFitText);
    case 'count':
      return Number.isSafeInteger(value) && Number(value) > 0;
  }
}

function isFitText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}
