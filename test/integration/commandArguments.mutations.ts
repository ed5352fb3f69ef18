import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/flows/selection.ts', killedBy: inExtensionHost('The arguments of the upload commands') },
    [
      {
        name: 'only files of the workspace are uploaded',
        find: "if (folder === undefined) throw new SelectionError('outsideWorkspace');",
        replace: 'if (folder === undefined) continue;',
      },
      {
        name: 'dot segments cannot lead out of the workspace',
        find: 'return path.resolve(uri.fsPath);',
        replace: 'return uri.fsPath;',
      },
      {
        name: 'a command accepts only Uris as such',
        find: "throw new SelectionError('badArguments');\n}\n\n/** One",
        replace: 'return vscode.Uri.file(String(value));\n}\n\n/** One',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/commands/launch/rowAnswers.ts', killedBy: inExtensionHost('A row that another extension') },
    [
      {
        name: 'a made-up row does not name another project',
        find: 'from === undefined ? await findName(context, service, row) : name',
        replace: 'name',
      },
    ],
  ),
];
