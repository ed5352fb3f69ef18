import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/core/parseJson.ts', killedBy: suites('client/parseJson') }, [
    {
      name: 'a long text is parsed in pieces',
      find: 'at - this.#pieceStart >= pieceBytes',
      replace: 'false',
    },
    {
      name: 'nothing stands before an element',
      find: 'this.text.assertBlank(this.#memberStart, start);',
      replace: '',
    },
    { name: 'a key stands before a value, and nothing else', find: '{${label}null}', replace: '{${label}0}' },
    {
      name: 'members before a long one are parsed',
      find: 'this.#memberStart > this.#pieceStart',
      replace: 'false',
    },
    {
      name: 'only a comma stands behind a long member',
      find: 'if (this.#isAdded) text.assertBlank(this.#pieceStart, end);',
      replace: 'if (this.#isAdded) { }',
    },
    { name: 'a comma is between two members', find: "piece.trim() === ''", replace: 'false' },
    {
      name: 'a container ends with its own bracket',
      find: 'this.#isArray !== (this.text.bytes[at] === closeBracket)',
      replace: 'false',
    },
    {
      name: 'nothing stands before the value',
      find: 'this.assertBlank(this.start, first);',
      replace: '',
    },
    {
      name: 'nothing stands behind the value',
      find: 'this.assertBlank(last + 1, this.bytes.length);',
      replace: '',
    },
    { name: 'each piece is strict UTF-8', find: 'fatal: true', replace: 'fatal: false' },
    { name: 'only the beginning may have a mark', find: 'ignoreBOM: true', replace: 'ignoreBOM: false' },
  ]),
];
