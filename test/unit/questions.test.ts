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
  'commands/launch/removeLaunches.ts': [
    ['keep', 'remove'],
    ['keep', 'remove'],
  ],
  'commands/reportIssue.ts': [['[reviewButton]', 'copy']],
  'commands/requested/askForLaunch.ts': [['[reviewButton]', 'launch']],
  'commands/signIn.ts': [['staySignedIn', 'signOut']],
  'commands/study/askForStudy.ts': [
    ['[reviewButton]', 'leaveOut all first'],
    ['[reviewButton]', 'create'],
  ],
  'commands/study/offerToGoOn.ts': [['showStudy', 'resume other']],
  'commands/study/studyCommands.ts': [
    ['listHarmlessButtons(context, record.study, row)', 'started notStarted'],
  ],
  'flows/plan/refusedFiles.ts': [
    ['showFiles', ''],
    ['showFiles', 'leaveOut'],
  ],
  'flows/tableStep.ts': [['showFiles', 'save']],
  'flows/unsavedFiles.ts': [['showFiles', 'save asOnDisk']],
  'workflow/launchProgress.ts': [['doNotUpload', 'upload']],
  'workflow/permission.ts': [['[reviewButton]', 'agree']],
  'workflow/saveAsTask.ts': [['[reviewButton]', 'save']],
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
    const isButton = (first: string) =>
      first === '[reviewButton]' || first.startsWith('listHarmlessButtons(');
    assert.deepEqual(
      firsts.filter((first) => !isButton(first) && !(first in harmless)),
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
    assert.deepEqual(using(/\breviewButton: \{/), ['ui/withReview.ts']);
    assert.deepEqual(
      using(/\bharmless: \[reviewButton\]/).filter((name) => !using(/\bwithReview\(/).includes(name)),
      [],
    );
  });
});
