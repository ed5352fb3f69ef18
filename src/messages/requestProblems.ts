import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import { extensionPrefix, settings } from '../contributions';
import type { RequestProblem } from '../request/requestProblem';
import { describeRejection } from './rejections';

/** Says in a sentence why a described launch cannot be prepared. */
export function describeRequestProblem(problem: RequestProblem): string {
  switch (problem.kind) {
    case 'notAnObject':
      return l10n.t('The launch must be described by an object.');
    case 'unknownProperty':
      return l10n.t('The property “{0}” is unknown.', problem.property);
    case 'wrongType':
      return describeWrongType(problem);
    case 'missing':
      return l10n.t('The property “{0}” is missing.', problem.property);
    case 'unfitText':
      return l10n.t(
        'The text “{0}” in the property “{1}” is blank or too long, or has characters or wildcards that are not allowed there.',
        problem.text,
        problem.property,
      );
    case 'tooMany':
      return l10n.t('The property “{0}” has more than {1} entries.', problem.property, problem.max);
    case 'conflict':
      return l10n.t(
        'The property “{0}” has no meaning with this value of “{1}”.',
        problem.property,
        problem.other,
      );
    case 'outsideFolder':
    case 'noFolder':
    case 'backslash':
    case 'noMatch':
      return describeEntry(problem);
    case 'refusedFile': {
      const { file } = problem;
      return l10n.t('“{0}” cannot be uploaded: {1}.', escapeInvisible(file.name), describeRejection(file));
    }
    case 'unknownProject':
      return describeUnknownProject(problem);
    case 'ambiguousProject':
      return l10n.t(
        'There are several projects with the name “{0}”. Use one of their identifiers: {1}.',
        problem.name,
        problem.ids.map(String).join(', '),
      );
    case 'unknownModel':
      return l10n.t('There is no reusable model with the identifier “{0}”.', problem.model);
    case 'inexactAnswer':
    case 'unknownAnswer':
    case 'missingAnswer':
    case 'unfitAnswer':
      return describeAnswer(problem);
    case 'notFinalised':
      return l10n.t(
        'A simulation needs a finalised model, but the setting {0} is off.',
        settings.finaliseAfterUpload,
      );
  }
}

function describeEntry({ kind, entry }: Extract<RequestProblem, { readonly entry: string }>): string {
  switch (kind) {
    case 'outsideFolder':
      return l10n.t(
        '“{0}” is outside the workspace folder. Paths begin there, or with the path of a folder of this window, and have no “..”.',
        entry,
      );
    case 'noFolder':
      return l10n.t(
        '“{0}” may be in any folder of this window. Write “{1}” with the name of the folder, or move the task to the tasks of that folder.',
        entry,
        `\${workspaceFolder:NAME}/${entry}`,
      );
    case 'backslash':
      return l10n.t('“{0}” has a backslash. Paths and patterns are written with “/”.', entry);
    case 'noMatch':
      return l10n.t('“{0}” matches no file, or only excluded ones.', entry);
  }
}

function describeWrongType({
  property,
  expected,
}: Extract<RequestProblem, { readonly kind: 'wrongType' }>): string {
  switch (expected) {
    case 'textList':
      return l10n.t('The property “{0}” must be a list of texts.', property);
    case 'boolean':
      return l10n.t('The property “{0}” must be true or false.', property);
    case 'name':
      return l10n.t('The property “{0}” must be a name.', property);
    case 'nameOrId':
      return l10n.t('The property “{0}” must be a name, or an object with nothing but an “id”.', property);
    case 'answers':
      return l10n.t('The property “{0}” must be an object of texts and numbers.', property);
  }
}

function describeUnknownProject({
  project,
  others,
}: Extract<RequestProblem, { readonly kind: 'unknownProject' }>): string {
  return others.length === 0
    ? l10n.t('There is no project “{0}”.', project)
    : l10n.t(
        'There is no project “{0}”. Others are: {1}.',
        project,
        others.map((one) => `“${one}”`).join(', '),
      );
}

function describeAnswer(problem: Extract<RequestProblem, { readonly kind: `${string}Answer` }>): string {
  if (problem.kind === 'inexactAnswer')
    return l10n.t(
      'The number for “{0}” has so many digits that some may be lost. Write it as a text, in quotes.',
      problem.key,
    );
  if (problem.kind === 'unknownAnswer') return l10n.t('No request asks for “{0}”.', problem.key);
  const setting = `${extensionPrefix}.requests.${problem.operation}`;
  return problem.kind === 'missingAnswer'
    ? l10n.t('The setting {0} asks for “{1}”, which has no answer and no default.', setting, problem.key)
    : l10n.t(
        'The answer to “{1}” does not fit the type or the choices in the setting {0}.',
        setting,
        problem.key,
      );
}
