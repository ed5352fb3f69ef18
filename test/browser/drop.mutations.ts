import { byClicks, mutationsOf } from '../mutations/mutation';

const dropped = byClicks('A user who drags files');

export const mutations = [
  ...mutationsOf({ in: 'src/flows/droppedFiles.ts', killedBy: dropped }, [
    {
      name: 'files without a place are refused even if a list names others',
      find: ' || files.some(({ uri }) => uri === undefined)',
      replace: '',
    },
    {
      name: 'a row that is dropped carries no files',
      find: 'if (list === undefined && files.length === 0) return undefined;',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/commands/uploadModel.ts', killedBy: dropped }, [
    {
      name: 'files that are dropped are sent from a trusted workspace only',
      find: 'if (uris === undefined) return;\n  assertTrusted();',
      replace: 'if (uris === undefined) return;',
      killedBy: byClicks('A user who has not trusted a folder'),
    },
    {
      name: 'files are uploaded from a row in a trusted workspace only',
      find: 'node?: unknown): Promise<void> {\n  assertTrusted();',
      replace: 'node?: unknown): Promise<void> {',
      killedBy: byClicks('A user who has not trusted a folder'),
    },
    {
      name: 'the project of a row is not asked for',
      find: '{ selections, ...(project && { project }) }',
      replace: '{ selections }',
    },
  ]),
  ...mutationsOf({ in: 'src/views/dropTarget.ts', killedBy: dropped }, [
    { name: 'a view takes files of a browser, to say why not', find: ", 'files'", replace: '' },
  ]),
];
