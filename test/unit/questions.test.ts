import assert from 'node:assert/strict';
import ts from 'typescript';
import { sources } from '../support/sources';

const file = 'ui/askModally.ts';

/** The labels of first buttons, by their keys. None of them creates, sends, deletes or changes anything. */
const harmless = {
  review: 'Review…',
  reviewFiles: 'Review Files…',
  showRequestBodies: 'Show Request Bodies',
  showFiles: 'Show Files',
  showLog: 'Show Log',
  showStudy: 'Show Study',
  openInBrowser: 'Open in Browser',
  keep: 'Keep',
  notNow: 'Not Now',
  doNotUpload: 'Do Not Upload',
  staySignedIn: 'Stay Signed In',
};

/** Every question: what its first button does, as the code says it, and the names of the other buttons. */
const questions: Readonly<Record<string, readonly (readonly [first: string, acting: string])[]>> = {
  'commands/launch/askForLaunch.ts': [['[look]', 'launch']],
  'commands/launch/launchProgress.ts': [['doNotUpload', 'upload']],
  'commands/launch/permission.ts': [['[look]', 'agree']],
  'commands/launch/removeLaunches.ts': [
    ['keep', 'remove'],
    ['keep', 'remove'],
  ],
  'commands/launch/saveAsTask.ts': [['[look]', 'save']],
  'commands/reportIssue.ts': [['[look]', 'copy']],
  'commands/study/askForStudy.ts': [
    ['[look]', 'leaveOut all first'],
    ['[look]', 'create'],
  ],
  'commands/study/offerToGoOn.ts': [['showStudy', 'resume other']],
  'commands/study/studyCommands.ts': [['listLooks(context, record.study, row)', 'started notStarted']],
  'flows/plan/refusedFiles.ts': [
    ['showFiles', ''],
    ['showFiles', 'leaveOut'],
  ],
  'flows/signIn.ts': [['staySignedIn', 'signOut']],
  'flows/tableStep.ts': [['showFiles', 'save']],
  'flows/uploadSteps.ts': [['showFiles', 'save asOnDisk']],
};

function parse(name: string): ts.SourceFile {
  return ts.createSourceFile(name, sources.get(name) ?? '', ts.ScriptTarget.Latest, true);
}

function listNodes<T extends ts.Node>(root: ts.Node, isWanted: (node: ts.Node) => node is T): T[] {
  const below = root.getChildren().flatMap((child) => listNodes(child, isWanted));
  return isWanted(root) ? [root, ...below] : below;
}

function getProperty(object: ts.Node | undefined, name: string): ts.Expression | undefined {
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  const found = object.properties.find((one) => one.name?.getText() === name);
  if (found !== undefined && ts.isShorthandPropertyAssignment(found)) return found.name;
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : undefined;
}

/** The label of a first button that has one here; the code of one that comes from elsewhere. */
function getFirst(value: ts.Expression | undefined): string {
  if (value === undefined) return 'none';
  if (ts.isStringLiteral(value)) return value.text;
  const look = ts.isArrayLiteralExpression(value) ? value.elements[0] : undefined;
  const label = getProperty(look, 'label');
  return label !== undefined && ts.isStringLiteral(label) ? label.text : value.getText();
}

function listQuestions(name: string): (readonly [first: string, acting: string])[] {
  const isCall = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && node.expression.getText() === 'askModally';
  return listNodes(parse(name), isCall).map(({ arguments: [asked] }) => {
    const acting = getProperty(asked, 'acting');
    const names = acting === undefined ? [] : listNodes(acting, isNamed).map((one) => one.name.getText());
    return [getFirst(getProperty(asked, 'harmless')), names.join(' ')];
  });
}

function isNamed(node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  return ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
}

describe('The questions before something happens', () => {
  it('are all known, with a first button that changes nothing', () => {
    const asking = [...sources].filter(([name, text]) => name !== file && text.includes('askModally('));
    const found = asking.map(([name]) => [name, listQuestions(name)] as const);
    assert.deepEqual(Object.fromEntries(found), questions);
    const firsts = Object.values(questions).flatMap((ofFile) => ofFile.map(([first]) => first));
    const isLook = (first: string) => first === '[look]' || first.startsWith('listLooks(');
    assert.deepEqual(
      firsts.filter((first) => !isLook(first) && !(first in harmless)),
      [],
    );
  });

  it('have one of the labels that are known to be harmless as the first', () => {
    const isLabels = (node: ts.Node): node is ts.VariableDeclaration =>
      ts.isVariableDeclaration(node) && node.name.getText() === 'harmlessLabels';
    const [labels] = listNodes(parse(file), isLabels);
    assert.ok(labels !== undefined);
    const listed = listNodes(labels, ts.isPropertyAssignment).map(({ name, initializer }) => {
      const [text] = listNodes(initializer, ts.isStringLiteral);
      return [name.getText(), text?.text];
    });
    assert.deepEqual(Object.fromEntries(listed), harmless);
  });

  it('are asked in one way, and with a review that is built in one way', () => {
    const using = (pattern: RegExp) =>
      [...sources].flatMap(([name, text]) => (pattern.test(text) ? name : []));
    assert.deepEqual(using(/\bshowModal\b/).sort(), ['platform/output.ts', file]);
    assert.deepEqual(using(/\bmodal: /), ['platform/output.ts']);
    assert.deepEqual(using(/\blook: \{/), ['ui/withReview.ts']);
    assert.deepEqual(
      using(/\bharmless: \[look\]/).filter((name) => !using(/\bwithReview\(/).includes(name)),
      [],
    );
  });
});
