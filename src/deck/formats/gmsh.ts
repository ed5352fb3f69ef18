import { CodeScanner, type CodeSyntax, scanText, type Token } from '../core/codeScanner';
import type { Certainty, DeckFormat, Reference, UncheckableReason } from '../core/deckFormat';

const syntax: CodeSyntax = {
  pieces: /\/\/|\/\*|[A-Za-z_]\w*|\d[\w.]*|\S/g,
  enclosures: new Map([
    ['/*', { end: '*/', isString: false }],
    ['"', { end: '"', isString: true }],
    ["'", { end: "'", isString: true }],
  ]),
  hasEscapes: false,
  maxString: 1023,
};

/** The commands that are followed by the name of a file and a semicolon. */
const commands: ReadonlySet<string> = new Set(['Include', 'Merge', 'MergeWithBoundingBox']);
/** The functions whose only argument is the name of a file. */
const functions: ReadonlySet<string> = new Set(['ShapeFromFile', 'ListFromFile']);

/** Options that name a file which is read, as `Field[1].FileName = "sizes.dat";`, and what has them. */
const ownerOf: ReadonlyMap<string, string> = new Map([
  ['FileName', 'Field'],
  ['MeshFile', 'Plugin'],
  ['SeedsFile', 'Plugin'],
  ['BackgroundImageFileName', 'General'],
]);
const owners: ReadonlySet<string> = new Set(ownerOf.values());

/** Words and signs before the name of a file that is written. */
const writers: ReadonlySet<string> = new Set(['Save', 'Print', '>']);
/** Functions that make the name of a file. */
const nameFunctions: ReadonlySet<string> = new Set(['StrCat', 'Str', 'Sprintf']);
/** Commands after which any file may be there. */
const makers: ReadonlySet<string> = new Set([
  'System',
  'SystemCall',
  'NonBlockingSystemCall',
  'OnelabRun',
  'RenameFile',
]);

/** Matches lines that may begin a comment, a string, a statement with a file or a part of the flow of control. */
const relevant =
  /["'/>]|\b(?:Abort|Exit|Save|Print|System|(?:NonBlocking)?SystemCall|OnelabRun|RenameFile|Include|Merge|MergeWithBoundingBox|ShapeFromFile|ListFromFile|FileName|MeshFile|SeedsFile|BackgroundImageFileName|If|EndIf|Macro|Function|Return)\b/;
/** Matches the names of files that Gmsh merges as a script. */
const scripts = /\.(?:geo|geo_unrolled|opt)$/;
/** Matches the expression for a file in the folder of the script, where names without an expression are looked for. */
const inFolderOfScript = /^StrCat[([]Current(?:Directory|Dir), "\/*([^"]+)"[)\]]$/;
/** Maximum length of an expression; characters. */
const maxExpression = 4096;

/** The scripts of Gmsh. */
export const gmsh: DeckFormat = {
  id: 'gmsh',
  extensions: ['.geo', '.geo_unrolled', '.script'],
  lookIn: ['includingFile'],
  recognise,
  read(lines, report) {
    const scanner = new CodeScanner(syntax);
    const flow = new Flow();
    let statement: Statement | undefined;
    for (const line of lines) {
      if (statement === undefined && !scanner.isInside && !relevant.test(line.text)) continue;
      for (const token of scanner.scan(line)) {
        if (statement === undefined) {
          if (flow.beginsStatement(token)) statement = new Statement(token.text);
          else flow.follow(token);
        } else if (!statement.add(token)) {
          const reference = statement.toReference(token, flow.isCertain ? undefined : 'optional');
          statement = undefined;
          if (reference === undefined) continue;
          // The script has written the file before it reads it.
          report(flow.written.has(reference.name) ? { ...reference, uncheckable: 'output' } : reference);
        }
        if (flow.isOver) return;
      }
    }
  },
};

/** Whether the statements that follow are executed whatever the values of variables are. */
class Flow {
  #conditions = 0;
  #isInMacro = false;
  #mayBeMacro = false;
  /** A program was called that may write any file, or the script may have ended. */
  #isInDoubt = false;
  #last = '';
  /** What the next option belongs to. */
  #owner = '';
  /** Whether nothing that follows is read. */
  isOver = false;
  /** The names of the files that the script has written. */
  readonly written = new Set<string>();

  get isCertain(): boolean {
    return this.#isSurelyReached && !this.#isInDoubt;
  }

  get #isSurelyReached(): boolean {
    return this.#conditions === 0 && !this.#isInMacro;
  }

  /** Whether the name of a file follows the token. */
  beginsStatement({ kind, text }: Token): boolean {
    if (kind !== 'word') return false;
    const isOption = this.#last === '.' && this.#owner !== '' && ownerOf.get(text) === this.#owner;
    return commands.has(text) || functions.has(text) || isOption;
  }

  follow({ kind, text }: Token): void {
    const word = kind === 'word' ? text : '';
    if (owners.has(word)) this.#owner = word;
    else if (text === ';') this.#owner = '';
    if (kind === 'string' && writers.has(this.#last)) this.written.add(text);
    // The name of what is written depends on a variable, or follows that of a view.
    if (word !== '' && (this.#last === '>' ? nameFunctions.has(word) : writers.has(this.#last)))
      this.#isInDoubt = true;
    if (word === 'Abort' || word === 'Exit') {
      this.isOver = this.#isSurelyReached;
      this.#isInDoubt = true;
    }
    this.#isInDoubt ||= makers.has(word);
    this.#last = text;
    // In the options of a constant, a string follows instead of a name.
    if (this.#mayBeMacro && word !== '') this.#isInMacro = true;
    this.#mayBeMacro = word === 'Macro' || word === 'Function';
    if (word === 'Return') this.#isInMacro = false;
    else if (word === 'If') this.#conditions++;
    else if (word === 'EndIf') this.#conditions = Math.max(0, this.#conditions - 1);
  }
}

/** The tokens that follow a command or the name of a function. */
class Statement {
  readonly #command: string;
  readonly #tokens: Token[] = [];
  #length = 0;
  #depth = 0;

  constructor(command: string) {
    this.#command = command;
  }

  /** @returns false for the token that ends the statement */
  add(token: Token): boolean {
    const { kind, text } = token;
    if (kind === 'sign' && '([{'.includes(text)) this.#depth++;
    if (kind === 'sign' && ')]}'.includes(text)) this.#depth--;
    const isOver = functions.has(this.#command) ? this.#depth <= 0 : this.#depth < 0;
    this.#length += text.length + 1;
    if (isOver || (kind === 'sign' && text === ';') || this.#length > maxExpression) return false;
    this.#tokens.push(token);
    return true;
  }

  /** @param uncheckable if the statement may not be executed, depending on the values of variables */
  toReference(end: Token, uncheckable: UncheckableReason | undefined): Reference | undefined {
    const isFunction = functions.has(this.#command);
    if (!(isFunction ? ')]' : ';').includes(end.text)) return undefined;
    const isOption = ownerOf.has(this.#command);
    if (isOption && this.#tokens[0]?.text !== '=') return undefined;
    const [first, ...rest] = isFunction || isOption ? this.#tokens.slice(1) : this.#tokens;
    if (first === undefined) return undefined;
    if (first.kind === 'string' && rest.length === 0) return this.#toFile(first, uncheckable);
    const isVariable = rest.length === 0 && /^[A-Za-z_]/.test(first.text);
    const isExpression =
      first.kind === 'word' && (isFunction || isVariable || rest[0]?.text === '(' || rest[0]?.text === '[');
    if (!isExpression) return undefined;
    const name = [first, ...rest].map(writeToken).join('');
    const inFolder = inFolderOfScript.exec(name)?.[1];
    if (inFolder !== undefined) return this.#toFile({ ...first, text: inFolder }, uncheckable);
    return { line: first.line, name, uncheckable: 'expression', content: this.#contentOf('') };
  }

  #toFile({ line, text }: Token, uncheckable: UncheckableReason | undefined): Reference | undefined {
    if (text === '' || text.includes('\n')) return undefined;
    const content = this.#contentOf(text);
    // Nothing tells these the folder of the script.
    const isInCurrent = ownerOf.has(this.#command) && this.#command !== 'BackgroundImageFileName';
    return {
      line,
      name: text,
      content,
      ...(uncheckable !== undefined && { uncheckable }),
      ...(isInCurrent && { lookIn: ['mainFile', 'includingFile'] as const }),
    };
  }

  #contentOf(name: string): 'deck' | 'data' {
    return this.#command === 'Include' || (commands.has(this.#command) && scripts.test(name))
      ? 'deck'
      : 'data';
  }
}

function writeToken({ kind, text }: Token): string {
  if (kind === 'string') return `"${text}"`;
  return text === ',' ? ', ' : text;
}

const shapes =
  'Point|Line|Curve|Circle|Ellipse|Spline|BSpline|Bezier|Wire|Surface|Volume|Rectangle|Disk|Sphere|Box|Cylinder|Cone|Torus|Wedge';

/** Matches what precedes a statement; blanks separate the tokens. */
const start = '(?:^|[;{})] |\\b(?:Else|EndIf|EndFor|Return) )';
/** Matches, at the beginning of a statement, what only Gmsh has. */
const own = new RegExp(
  [
    'SetFactory \\( "',
    `(?:${shapes}) \\( [^;={}]{1,99} \\) = \\{ [^;={}]{1,99} , `,
    '(?:Line|Curve|Surface|Wire) Loop \\( [^;={}]{1,99} \\) = \\{ ',
    '(?:Plane|Ruled) Surface \\( [^;={}]{1,99} \\) = \\{ ',
    '(?:Physical|Transfinite|Compound) (?:Point|Line|Curve|Surface|Volume) [({] ',
    'Boolean(?:Difference|Fragments|Intersection|Union) [({] ',
    'Field \\[ [^;={}]{1,99} \\] = \\w+ ;',
  ]
    .map((statement) => `${start}${statement}`)
    .join('|'),
);
/** Matches, at the beginning of a statement, the name of a file that is written as in Gmsh. */
const withFile = new RegExp(
  `${start}(?:(?:Include|Merge|MergeWithBoundingBox) (?:"" ;|(?:Sprintf|Str|StrCat) [([] "" )|[\\w() ]{1,99} = (?:ShapeFromFile|ListFromFile) [([] "" )`,
);
/** Matches what begins a statement of GetDP, which has the same comments, strings and `Include`. */
const getDp =
  /(?:^|[;}] )(?:Group|Function|FunctionSpace|Constraint|Jacobian|Integration|Formulation|Resolution|PostProcessing|PostOperation) \{ /;

/** Matches a word of {@link own} or {@link withFile} with the character behind it. */
const hint = new RegExp(
  `\\b(?:SetFactory|${shapes}|Loop|Boolean\\w+|Field|Include|Merge\\w*|ShapeFromFile|ListFromFile)\\s*(?:S\\w+\\s*)?["({[]`,
);

function recognise(head: string): Certainty | undefined {
  // Most texts have none, and that is found faster than all tokens.
  if (!hint.test(head)) return undefined;
  let text = '';
  for (const token of scanText(syntax, head)) {
    // No statement contains these; `#` is the number of elements of a list.
    if (token.kind === 'sign' && '@`\\$'.includes(token.text)) return undefined;
    text += token.kind === 'string' ? '"" ' : `${token.text} `;
  }
  // A sentence, a mark-up language or a list of keys, with a script as an example.
  if (/(?:^|\s)(?:[a-z]\w* ){4}|^(?:[<#]|\w+ : )/.test(text)) return undefined;
  if (getDp.test(text) || /# (?:include|define|ifn?def|pragma) /.test(text)) return undefined;
  if (own.test(text)) return 'certain';
  return withFile.test(text) ? 'possible' : undefined;
}
