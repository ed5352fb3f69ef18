import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/redactor.ts', killedBy: suites('secrets/redactor') },
  [
    {
      name: 'tokens and words of links are taken out of texts',
      find: 'known.flatMap((finder) => finder.distinctiveIn(readings)),',
      replace: '[],',
    },
    {
      name: 'names lose nothing to short secrets',
      find: 'const known = [this.#secrets, this.#links, this.#olderLinks];',
      replace: 'return this.words(text);',
    },
    { name: 'short secrets are taken out of words', find: '...finder.shortIn(readings),', replace: '' },
    { name: 'links are remembered', find: 'this.#olderLinks = this.#links;', replace: '' },
    {
      name: 'links are not remembered without end',
      find: 'if (this.#links.size <= maxWords) return;',
      replace: 'if (maxWords > 0) return;',
    },
    {
      name: 'identifiers are no secrets',
      find: 'this.#shown.add(folded(String(word)));',
      replace: 'void word;',
    },
    { name: 'file names are no secrets', find: 'if (!names.includes(word)) ', replace: '' },
  ],
);
