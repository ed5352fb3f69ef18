import ts from 'typescript';
import { sources } from '../support/sources';

/** What makes the sources harder to read, and how much of it there may be at most. */
export const maxCounts = {
  /** Names that two files export, so that “go to symbol” finds the wrong one. */
  sharedNames: 0,
  generators: 10,
  /** Parameters that a call passes as a bare `true` or `false`. */
  booleanParameters: 15,
  /** Parameters that take all that commands work with, so that a signature does not say what is touched. */
  wholeContexts: 40,
  /** `...(x && { x })` in the arguments of a call, where a parameter could take `undefined`. */
  optionalSpreads: 10,
};

export type Counted = keyof typeof maxCounts;

/** The places of each kind, such as `launch/runLaunch.ts:20 name`. */
export type Places = Readonly<Record<Counted, readonly string[]>>;

/** Finds in `src` what is counted. */
export function findCounted(): Places {
  const exported = new Map<string, Set<string>>();
  const found: Record<Counted, string[]> = {
    sharedNames: [],
    generators: [],
    booleanParameters: [],
    wholeContexts: [],
    optionalSpreads: [],
  };
  for (const [file, text] of sources) {
    const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const name of parsed.statements.flatMap(listExportedNames))
      exported.set(name, (exported.get(name) ?? new Set()).add(file));
    const visit = (node: ts.Node): void => {
      const kind = kindOf(node);
      if (kind !== undefined) {
        const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
        found[kind].push(`${file}:${line + 1} ${node.getText().split('\n')[0] ?? ''}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(parsed);
  }
  for (const [name, files] of exported)
    if (files.size > 1) found.sharedNames.push(`${name}: ${[...files].join(', ')}`);
  return found;
}

/** The names that a statement of a file exports. */
function listExportedNames(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (isExported !== true) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations
      .map(({ name }) => name)
      .filter(ts.isIdentifier)
      .map(({ text }) => text);
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function kindOf(node: ts.Node): Exclude<Counted, 'sharedNames'> | undefined {
  if (isGenerator(node)) return 'generators';
  if (ts.isParameter(node)) {
    if (node.type?.getText() === 'CommandContext') return 'wholeContexts';
    return isPassedAsBoolean(node) ? 'booleanParameters' : undefined;
  }
  return ts.isSpreadAssignment(node) && isOptionalArgument(node) ? 'optionalSpreads' : undefined;
}

function isGenerator(node: ts.Node): boolean {
  const mayBe =
    ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isFunctionExpression(node);
  return mayBe && node.asteriskToken !== undefined;
}

/** Of a function, method or constructor that has a body: others only describe one that is counted where it stands. */
function isPassedAsBoolean({ type, initializer, parent }: ts.ParameterDeclaration): boolean {
  if (ts.isFunctionTypeNode(parent) || ts.isMethodSignature(parent) || ts.isSetAccessor(parent)) return false;
  if (type !== undefined) return /^boolean(?: \| undefined)?$/.test(type.getText());
  const kind = initializer?.kind;
  return kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
}

/** Whether it is `...(x && { x })` in an object that a call passes. */
function isOptionalArgument({ expression, parent }: ts.SpreadAssignment): boolean {
  const inner = ts.isParenthesizedExpression(expression) ? expression.expression : expression;
  const isOptional =
    ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return isOptional && (ts.isCallExpression(parent.parent) || ts.isNewExpression(parent.parent));
}
