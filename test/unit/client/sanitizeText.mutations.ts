import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/sanitizeText.ts', killedBy: suites('client/sanitizeText', 'client/checkResponse') },
  [
    {
      name: 'control characters are removed',
      find: '(?!\\s)[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800]',
      replace: '\\ufeff',
    },
    { name: 'secrets are redacted', find: 'hide(visible)', replace: 'visible' },
    {
      name: 'secrets are redacted before the text is cut',
      find: 'hide(visible)\n    .slice(0, 8 * length)',
      replace: 'hide(visible.slice(0, 8 * length))',
    },
    {
      name: 'secrets are recognised without invisible characters',
      find: 'hide(visible)',
      replace: 'hide(text)',
    },
    {
      name: 'messages contain no URL',
      find: ".replace(/[a-z][a-z0-9+.-]*:\\/\\/\\S*/giu, '[URL]')",
      replace: '',
    },
    {
      name: 'messages contain no query',
      find: ".replace(/\\?[^\\s\"'<>]*=\\S*/gu, '?[query]')",
      replace: '',
    },
    {
      name: 'messages have a maximum length',
      find: 'if (clean.length <= length) return clean;',
      replace: 'return clean;',
    },
  ],
);
