import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/sanitizeText.ts', killedBy: suites('client/cleanText', 'client/answers') },
  [
    {
      name: 'control characters are left out',
      find: ".replace(/[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800]/gu, '')",
      replace: '',
    },
    { name: 'words show no URL', find: ".replace(/[a-z][a-z0-9+.-]*:\\/\\/\\S*/giu, '[URL]')", replace: '' },
    { name: 'words show no query', find: ".replace(/\\?[^\\s\"'<>]*=\\S*/gu, '?[query]')", replace: '' },
    {
      name: 'words have an end',
      find: 'if (clean.length <= length) return clean;',
      replace: 'return clean;',
    },
  ],
);
