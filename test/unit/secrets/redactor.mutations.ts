import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/redactor.ts', killedBy: suites('secrets/redactor') },
  [
    {
      name: 'tokens and upload URLs are removed from texts',
      find: 'known.flatMap((finder) => finder.distinctiveIn(readings)),',
      replace: '[],',
    },
    {
      name: 'short secrets are kept in names',
      find: 'const known = [this.#secrets, this.#urlParts, this.#olderUrlParts];',
      replace: 'return this.words(text);',
    },
    { name: 'short secrets are hidden in messages', remove: '...finder.shortIn(readings),' },
    { name: 'upload URLs are remembered', remove: 'this.#olderUrlParts = this.#urlParts;' },
    {
      name: 'the number of remembered upload URLs is limited',
      find: 'if (this.#urlParts.size <= maxWords) return;',
      replace: 'if (maxWords > 0) return;',
    },
    {
      name: 'identifiers are no secrets',
      find: 'this.#shown.add(foldText(String(word)));',
      replace: 'void word;',
    },
    { name: 'file names are no secrets', remove: 'if (!names.includes(word)) ' },
  ],
);
