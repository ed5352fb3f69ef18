import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/core/errors.ts', killedBy: suites('client/echo') }, [
    {
      name: 'keys of an answer that are secrets are not told',
      find: 'const shown = keys.map(hide);',
      replace: 'const shown = keys;',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/echo') }, [
    {
      name: 'what a request carried is not told',
      find: 'contentType, hide);',
      replace: 'contentType, (text) => text);',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorBody.ts', killedBy: suites('client/echo') }, [
    {
      name: 'a code is none of what a request carried',
      find: 'return isCode && hide(value) === value ?',
      replace: 'return isCode ?',
    },
    {
      name: 'words are hidden before they are cut',
      find: 'sanitizeText(hide(value), longestWords)',
      replace: 'hide(sanitizeText(value, longestWords))',
    },
  ]),
];
