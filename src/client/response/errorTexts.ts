import { STATUS_CODES } from 'node:http';
import { isObject } from '../core/json';
import { isBareKey, isRemark, isSecretKey } from '../text/secretKeys';

/** Limits for what is looked at: frameworks nest less, and a message has room for less. */
const maxDepth = 10;
const maxTexts = 100;

/** A text of an error, and what it is about: the path of a field, or empty. */
interface Text {
  readonly field: string;
  readonly text: string;
  /** Whether it is the title of what follows. */
  readonly isTitle?: boolean;
}

/** Keys whose texts are the error itself and need no label, the most telling first. */
const words = [
  'title',
  'message',
  'msg',
  'detail',
  'details',
  'error_description',
  'description',
  'error',
  'errors',
  'reason',
  'text',
  'explanation',
  'summary',
];
const wordy = /message|error|detail|description|violation|issue|problem|constraint|fault|cause/i;

/** Keys of the words that are about no field in particular. */
const general =
  /^(|base|_errors|__all__|non_?field_?errors|form_?errors|json|body|data|query|root_cause|extra|children|_embedded)$/i;

/** Keys below which a map has the fields of the request as its keys. */
const fieldMaps =
  /^(errors|field_?errors|fields|message|json|body|invalid_?params|validation_?errors|model_?state|_issues)$/i;

/** Keys of an entry that name what it is about, the most telling first. */
const labels = [
  'loc',
  'field',
  'fieldName',
  'field_name',
  'property',
  'propertyName',
  'propertyPath',
  'instancePath',
  'dataPath',
  'pointer',
  'path',
  'param',
  'parameter',
  'attribute',
  'target',
];
/** As above where words stand beside it: a map may have fields of these names. */
const labelsOfWords = ['key', 'source', 'location', 'members', 'expression', 'name'];

/** Keys whose words are codes, moments, names of classes, or links. */
const codes =
  /^(@?type|.*Type|@?context|@?id|.*_id|.*Id|code|kind|name|_?status|status_?code|time|timestamp|date|.*version|object_?name|location|source|domain|success|ok|.*url|href|links?|instance|resource|rule|keyword|schema_?path|severity|category|lang)$/i;
/** Keys of the words in an entry that names its field. */
const textual = /^(.*message|msg|reason|error|detail|details|text|description|diagnostics)$/i;
/** Keys of identifiers and links. */
const names = /^(@?id|_?id|.*_id|.*Id|.*url|href|links?|instance)$/i;
/** Keys whose words need no label even if they are sentences. */
const isUnlabelled = /^(@?type|code|status|error|reason)$/i;
/** Keys of details that only the makers of the service understand. */
const internals = /^(codes|loc|trace|traceback|stack|stack_?trace|exception)$/i;
/** Keys of members that repeat the request, or say how it was checked, beside the words of an error. */
const sent =
  /^(value|rejected_?value|attempted_?value|input|ctx|context|params|parameters|template|arguments|args|request|headers)$/i;

/**
 * All texts of an error in JSON, each with its field: `mesh: is missing; cores: is too large`. Frameworks put them
 * under keys of their own, so that every text counts that is no identifier, link or code. Undefined if there is none.
 * `[secret]` stands for a value under a key like `password`.
 * @param isProblem whether it is labelled as an error (RFC 9457), so that its `title` is none of a field
 */
export function joinErrorTexts(json: unknown, { isProblem = false } = {}): string | undefined {
  const found = new Texts();
  found.addValue(json, { field: '', depth: 0, isFieldMap: false, isProblem });
  return found.join();
}

/** Where a value stands. */
interface TextPlace {
  /** What it is about. */
  readonly field: string;
  readonly depth: number;
  /** Whether the keys of the object are fields: of the value itself, or of the one that has it as a member. */
  readonly isFieldMap: boolean;
  /** Whether the value is certainly an error. */
  readonly isProblem?: boolean;
  /** The key of a secret above the value. */
  readonly secretKey?: string | undefined;
  /** Whether it stands in a list. */
  readonly isOfList?: boolean;
}

/** Where a member of an object stands. */
interface MemberPlace extends TextPlace {
  /** Whether the object is an error rather than a map of fields. */
  readonly hasWords: boolean;
  readonly label?: Label | undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The key that tells of a secret: that of the member, one above, or the field that the entry is about. */
function findSecretKey(
  key: string,
  value: unknown,
  { secretKey, label, isWord }: MemberPlace & { readonly isWord: boolean },
): string | undefined {
  const isBareName = isBareKey(key) && !(isText(value) && value.length >= minKeyLength);
  if (!isWord && isSecretKey(key) && !isBareName) return key;
  const isOfLabel = label !== undefined && !isWord && !codes.test(key) && isSecretKey(label.name);
  return secretKey ?? (isOfLabel && isText(value) ? label.name : undefined);
}

/** Minimum length of an API key; `{"key": "mesh.inp"}` names a file. */
const minKeyLength = 16;

function hideSecret(text: string, { secretKey, isOfList = false }: Partial<TextPlace>): string {
  if (secretKey === undefined || text.trim() === '') return text;
  return isRemark(secretKey, text, { isOfList }) ? text : '[secret]';
}

/** Whether only an error has such a member, so that a `title` beside it is not a field. */
function isOfError([key, value]: readonly [string, unknown]): boolean {
  const isSentence = typeof value === 'string' && /\s/.test(value.trim());
  return ofErrors.test(key) && !(codes.test(key) && (isSentence || typeof value === 'object'));
}

const ofErrors = /^(type|status|status_?code|detail|message|msg|code|error|instance)$/i;

class Texts {
  readonly #texts: Text[] = [];
  /** Codes, which are shown if an error says nothing else. */
  readonly #codes: Text[] = [];
  /** Fields about which nothing is said at their place, which are shown with the codes. */
  readonly #labels: Text[] = [];

  join(): string | undefined {
    const all = this.#texts.length > 0 ? this.#texts : [...this.#codes, ...this.#labels];
    let joined = '';
    let separator = '';
    let last = '';
    for (const { field, text, isTitle = false } of all) {
      const whole = field === '' ? text : `${field}: ${text}`;
      if (joined.includes(whole)) continue;
      const phrase = field === last ? text : whole;
      last = field;
      joined += separator + phrase;
      separator = isTitle && !/[.:!?]$/.test(phrase) ? ': ' : /[.!?]$/.test(phrase) ? ' ' : '; ';
    }
    return joined || undefined;
  }

  addValue(value: unknown, place: TextPlace): void {
    if (place.depth > maxDepth || this.#texts.length >= maxTexts) return;
    if (typeof value === 'string') this.#addText({ text: hideSecret(value, place), field: place.field });
    else if (Array.isArray(value)) this.#addList(value, place);
    else if (isObject(value)) this.#addObject(value, place);
  }

  #addText({ text: written, field, isTitle = false }: Text): void {
    const text = written.trim();
    if (text === '' || isLink(text) || isIdentifier(text) || isMoment(text)) return;
    const isStatus = Object.values(STATUS_CODES).includes(text);
    (isStatus ? this.#codes : this.#texts).push({ field, text, isTitle });
  }

  /** An entry about a field has its position; entries about the whole request are told by their words. */
  #addList(list: readonly unknown[], { field, depth, secretKey }: TextPlace): void {
    for (const [index, entry] of list.entries()) {
      const isNumbered = field !== '' && isObject(entry) && findLabel(entry) === undefined;
      this.addValue(entry, {
        field: isNumbered ? `${field}.${index}` : field,
        depth: depth + 1,
        isFieldMap: false,
        secretKey,
        isOfList: true,
      });
    }
  }

  #addObject(
    object: Readonly<Record<string, unknown>>,
    { field: outer, depth, isFieldMap, isProblem = false, secretKey }: TextPlace,
  ): void {
    // OData gives the language of a message beside it.
    if ('lang' in object && typeof object['value'] === 'string') {
      this.#addText({ text: object['value'], field: outer });
      return;
    }
    const label = isFieldMap ? undefined : findLabel(object);
    const field = label === undefined ? outer : joinPath(outer, label.name);
    const before = this.#texts.length;
    const hasWords =
      isProblem || label !== undefined || Object.entries(object).some(isOfError) || hasLists(object);
    for (const key of sortKeys(Object.keys(object))) {
      if (key === label?.key || internals.test(key)) continue;
      if (hasWords && !isFieldMap && isOfRequest(key, object[key])) continue;
      this.#addMember(key, object[key], { field, depth, isFieldMap, hasWords, secretKey, label });
    }
    if (this.#texts.length > before || field === '') return;
    // An entry such as `{"field": "title", "code": "missing_field"}` says nothing but its code.
    const code = ['code', 'type', 'reason', 'error', 'status'].map((key) => object[key]).find(isText);
    if (code !== undefined) this.#addText({ text: code, field });
    // Another part of the error may say why.
    else if (label !== undefined && !isLink(label.name) && !isIdentifier(label.name))
      this.#labels.push({ field: label.key, text: label.name });
  }

  #addMember(key: string, member: unknown, place: MemberPlace): void {
    const { field, depth, isFieldMap, hasWords } = place;
    const isWord = isFieldMap ? general.test(key) : isWordy(key, { isPlain: isText(member) && hasWords });
    const below = isWord || general.test(key) || hasLists({ [key]: member }) ? field : joinPath(field, key);
    const secretKey = findSecretKey(key, member, { ...place, isWord });
    if (!isText(member)) {
      this.addValue(member, { field: below, depth: depth + 1, isFieldMap: fieldMaps.test(key), secretKey });
      return;
    }
    const value = hideSecret(member, { secretKey, isOfList: isFieldMap || isWord });
    if (value !== member) {
      this.#addText({ text: value, field: below });
      return;
    }
    const isOneWord = !/\s/.test(value.trim());
    const isCode = !isFieldMap && (codes.test(key) || /^(error|reason)$/i.test(key));
    const isTitle = isWord && /^title$/i.test(key);
    if (isOneWord && names.test(key)) return;
    if (isCode && isOneWord && hasWords) this.#addCode(value, field);
    else if (isTitle) this.#addText({ text: value, field, isTitle });
    else this.#addText({ text: value, field: isCode && isUnlabelled.test(key) ? field : below });
  }

  /** The codes of a whole error, of which the most telling is the first. */
  #addCode(value: string, field: string): void {
    const text = value.trim();
    if (text !== '' && field === '' && this.#codes.length === 0 && !isLink(text) && !isIdentifier(text))
      this.#codes.push({ field, text });
  }
}

/**
 * Whether a key names the words of an error.
 * @param isPlain whether it has a text, beside other keys of errors: `{"title": ["This field is required."]}` is about a field
 */
function isWordy(key: string, { isPlain }: { readonly isPlain: boolean }): boolean {
  if (!isPlain && /^(title|description|reason|text|summary)$/i.test(key)) return false;
  return words.includes(key.toLowerCase()) || wordy.test(key);
}

/** Keys with the words of an error come before all others, and codes last. */
function sortKeys(keys: readonly string[]): string[] {
  const rank = (key: string): number => {
    const index = words.indexOf(key.toLowerCase());
    return index >= 0 ? index : codes.test(key) ? words.length + 1 : words.length;
  };
  return [...keys].sort((one, other) => rank(one) - rank(other));
}

interface Label {
  readonly key: string;
  readonly name: string;
}

const ofDetails = /^(invalid_?params|issues|problems|failures|details|(field|validation)_?errors)$/i;

/** Whether an error has a list of further ones. */
function hasLists(object: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(object).some(([key, value]) => {
    if (/^(errors|violations)$/i.test(key)) return Array.isArray(value) || isObject(value);
    return ofDetails.test(key.replaceAll('-', '_')) && Array.isArray(value) && value.some(isObject);
  });
}

/** Whether a member repeats what was sent, as `target` of class-validator does, or says how it was checked. */
function isOfRequest(key: string, value: unknown): boolean {
  if (Array.isArray(value) && value.some((one) => typeof one === 'string' && /\s/.test(one))) return false;
  return sent.test(key) || (key === 'target' && isObject(value));
}

/** Labels that are also members of a whole error, for the path of its request and the name of its class. */
const ofRequest = /^(path|pointer|loc|target|instancePath|dataPath|name|location|key|members|expression)$/;

/** The field or parameter that an entry is about. The `path` of a whole error is that of the request, and its `name` that of a class. */
function findLabel(entry: Readonly<Record<string, unknown>>): Label | undefined {
  const isWhole = 'timestamp' in entry || 'status' in entry || 'statusCode' in entry;
  const hasWords = Object.entries(entry).some(
    ([key, value]) => typeof value === 'string' && textual.test(key),
  );
  for (const key of hasWords ? [...labels, ...labelsOfWords] : labels) {
    const name = Object.hasOwn(entry, key) ? readPath(entry[key]) : '';
    const isClass = key === 'name' && /(Error|Exception|Failure)$/.test(name);
    // `key` may have the key of an API.
    const isKey = isBareKey(key) && isIdentifier(name);
    if (name !== '' && !/\s/.test(name) && !isClass && !isKey && !(isWhole && ofRequest.test(key)))
      return { key, name };
  }
  return undefined;
}

/** A path as a text or a list of keys, without the part of the request, which says nothing to a user. */
function readPath(value: unknown): string {
  if (isObject(value)) return readPath(value['pointer'] ?? value['parameter'] ?? value['header'] ?? '');
  const keys: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  const path = keys.filter((key) => typeof key === 'string' || typeof key === 'number').join('.');
  return path.replace(/^(body|query|path|header)(\.|$)/, '');
}

function joinPath(outer: string, inner: string): string {
  return outer === '' || inner === outer || inner.startsWith(`${outer}.`) ? inner : `${outer}.${inner}`;
}

function isLink(text: string): boolean {
  return !/\s/.test(text) && /^(([a-z][a-z\d+.-]*:)?\/\/|\/)/i.test(text);
}

/** A name for machines: long, in one piece, with several digits. */
function isIdentifier(text: string): boolean {
  return text.length >= 8 && !/\s/.test(text) && (text.match(/\d/g)?.length ?? 0) >= 4;
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text);
}
