import * as l10n from '@vscode/l10n';
import { escapeInvisible } from '../client/text/visibleText';
import { extensionPrefix, settings } from '../contributions';
import type { RequestProblem } from '../request/requestProblem';
import { describeByKind, type TextsByKind } from './byKind';
import { describeRejection } from './rejections';

/** Says in a sentence why a described launch cannot be prepared. */
export function describeRequestProblem(problem: RequestProblem): string {
  return describeByKind(problem, texts);
}

const texts: TextsByKind<RequestProblem> = {
  notAnObject: () => l10n.t('The launch must be described by an object.'),
  unknownProperty: ({ property }) => l10n.t('The property “{0}” is unknown.', property),
  wrongType: describeWrongType,
  missing: ({ property }) => l10n.t('The property “{0}” is missing.', property),
  unfitText: ({ text, property }) =>
    l10n.t(
      'The text “{0}” in the property “{1}” is blank or too long, or has characters or wildcards that are not allowed there.',
      text,
      property,
    ),
  tooMany: ({ property, max }) => l10n.t('The property “{0}” has more than {1} entries.', property, max),
  conflict: ({ property, other }) =>
    l10n.t('The property “{0}” has no meaning with this value of “{1}”.', property, other),
  outsideFolder: ({ entry }) =>
    l10n.t(
      '“{0}” is outside the workspace folder. Paths begin there, or with the path of a folder of this window, and have no “..”.',
      entry,
    ),
  noFolder: ({ entry }) =>
    l10n.t(
      '“{0}” may be in any folder of this window. Write “{1}” with the name of the folder, or move the task to the tasks of that folder.',
      entry,
      `\${workspaceFolder:NAME}/${entry}`,
    ),
  backslash: ({ entry }) => l10n.t('“{0}” has a backslash. Paths and patterns are written with “/”.', entry),
  noMatch: ({ entry, hasBracket = false }) =>
    hasBracket
      ? l10n.t(
          '“{0}” matches no file, or only excluded ones. No file or folder has exactly this path, so it was read as a pattern, in which “[” is written as “[[]”.',
          entry,
        )
      : l10n.t('“{0}” matches no file, or only excluded ones.', entry),
  refusedFile: ({ file }) =>
    l10n.t('“{0}” cannot be uploaded: {1}.', escapeInvisible(file.name), describeRejection(file)),
  unknownProject: ({ project, others }) =>
    others.length === 0
      ? l10n.t('There is no project “{0}”.', project)
      : l10n.t(
          'There is no project “{0}”. Existing projects: {1}.',
          project,
          others.map((one) => `“${one}”`).join(', '),
        ),
  unsureProject: ({ project }) =>
    l10n.t(
      'The service lists only some of its projects, so it is not known whether there is exactly one with the name “{0}”. Use its ID instead.',
      project,
    ),
  ambiguousProject: ({ name, ids }) =>
    l10n.t(
      'There are several projects with the name “{0}”. Use one of their IDs: {1}.',
      name,
      ids.map(String).join(', '),
    ),
  unknownModel: ({ model }) => l10n.t('There is no reusable model with the ID “{0}”.', model),
  inexactAnswer: ({ key }) =>
    l10n.t(
      'The number for “{0}” has so many digits that some may be lost. Write it as a text, in quotes.',
      key,
    ),
  unknownAnswer: ({ key }) => l10n.t('No request asks for “{0}”.', key),
  missingAnswer: ({ operation, key }) =>
    l10n.t(
      'The setting {0} asks for “{1}”, which has no answer and no default.',
      `${extensionPrefix}.requests.${operation}`,
      key,
    ),
  unfitAnswer: ({ operation, key }) =>
    l10n.t(
      'The answer to “{1}” does not fit the type or the choices in the setting {0}.',
      `${extensionPrefix}.requests.${operation}`,
      key,
    ),
  notFinalised: () =>
    l10n.t('A simulation needs a finalised model, but the setting {0} is off.', settings.finaliseAfterUpload),
};

function describeWrongType({
  property,
  expected,
}: Extract<RequestProblem, { readonly kind: 'wrongType' }>): string {
  return {
    textList: l10n.t('The property “{0}” must be a list of texts.', property),
    boolean: l10n.t('The property “{0}” must be true or false.', property),
    name: l10n.t('The property “{0}” must be a name.', property),
    nameOrId: l10n.t('The property “{0}” must be a name, or an object with nothing but an “id”.', property),
    answers: l10n.t('The property “{0}” must be an object of texts and numbers.', property),
  }[expected];
}
