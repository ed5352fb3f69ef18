import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/redactor.ts', killedBy: suites('secrets/redactor') },
  [
    {
      name: 'tokens and upload URLs are removed from texts',
      find: 'return blankRanges(text, findSecrets(text, this.#known()));',
      replace: 'return text;',
    },
    {
      name: 'short secrets are kept in names',
      find: 'return blankRanges(text, findSecrets(text, this.#known()));',
      replace: 'return this.words(text);',
    },
    {
      name: 'short secrets are hidden in messages',
      find: 'findSecrets(text, finders, short)',
      replace: 'findSecrets(text, finders)',
    },
    {
      name: 'short secrets are hidden in the log',
      find: 'findSecrets(line, this.#known(), slips)',
      replace: 'findSecrets(line, this.#known())',
    },
    { name: 'upload URLs are remembered', remove: 'this.#olderUrlParts = this.#urlParts;' },
    {
      name: 'the number of remembered upload URLs is limited',
      find: 'if (this.#urlParts.size <= maxWords) return;',
      replace: 'if (maxWords > 0) return;',
    },
    {
      name: 'identifiers are no secrets',
      find: 'this.#shown.add(toNeedle(form));',
      replace: 'void form;',
    },
    { name: 'file names are no secrets', remove: 'if (!names.includes(word)) ' },
  ],
);
