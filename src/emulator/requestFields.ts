/** One announced file of a model; `size` in bytes. */
export interface AnnouncedFile {
  readonly name: string;
  readonly size: number;
}

/** Why a request body is invalid, as a sentence for the response. */
export class InvalidField {
  constructor(readonly reason: string) {}
}

/** The body if it is an object, or why it is not. */
export function readObject(body: unknown): Record<string, unknown> | InvalidField {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  return new InvalidField('The body must be a JSON object.');
}

/** The named field of a body if it is a non-empty string, or why it is not. */
export function readText(body: unknown, field: string): string | InvalidField {
  const object = readObject(body);
  if (object instanceof InvalidField) return object;
  const value = Object.hasOwn(object, field) ? object[field] : undefined;
  return typeof value === 'string' && value.trim() !== ''
    ? value
    : new InvalidField(`The field "${field}" must be a string that is not empty.`);
}

/** The files in a request for a model, or the first problem with them. */
export function readFiles(body: unknown): readonly AnnouncedFile[] | InvalidField {
  const object = readObject(body);
  if (object instanceof InvalidField) return object;
  const given = Object.hasOwn(object, 'files') ? object['files'] : undefined;
  if (!Array.isArray(given) || given.length === 0) {
    return new InvalidField('The field "files" must be an array with at least one file.');
  }
  const files = new Map<string, AnnouncedFile>();
  for (const [index, entry] of given.entries()) {
    const file = readFile(entry, index);
    if (file instanceof InvalidField) return file;
    if (files.has(file.name))
      return new InvalidField(`files[${index}]: the name "${file.name}" is used twice.`);
    files.set(file.name, file);
  }
  return [...files.values()];
}

function readFile(entry: unknown, index: number): AnnouncedFile | InvalidField {
  const name = readText(entry, 'name');
  if (name instanceof InvalidField) return new InvalidField(`files[${index}]: ${name.reason}`);
  const segments = name.split('/');
  if (name.includes('\\') || /^[A-Za-z]:\//.test(name) || segments.some((one) => forbidden.includes(one))) {
    return new InvalidField(
      `files[${index}]: the name "${name}" must be a relative path with "/" and without "..".`,
    );
  }
  const { size } = entry as { size?: unknown };
  if (!Number.isSafeInteger(size) || (size as number) < 0) {
    return new InvalidField(`files[${index}]: the field "size" must be a whole number of bytes, 0 or more.`);
  }
  return { name, size: size as number };
}

/** An empty segment means a leading, trailing or doubled slash. */
const forbidden = ['', '.', '..'];
