import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/text/secretKeys.ts', killedBy: suites('client/credentialPatterns') }, [
    {
      name: 'values that are named as secrets are removed',
      find: 'index < end || !isSecretKey(key)',
      replace: 'true',
    },
    { name: 'tokens of known forms are removed', remove: ".replace(knownTokens, '[secret]')" },
    {
      name: 'words about a secret are shown',
      find: 'return !/[ \\t]/.test(after);',
      replace: 'return true;',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorTexts.ts', killedBy: suites('client/refusals') }, [
    {
      name: 'values under keys of secrets are not shown',
      find: "isRemark(secretKey, text, { isOfList }) ? text : '[secret]'",
      replace: 'text',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/pickUploadUrl.ts', killedBy: suites('client/decodeUploadUrls') },
    [
      {
        name: 'a link to a file at the service is no upload URL',
        find: 'plain.filter(({ isAwaited }) => isAwaited)',
        replace: 'plain',
      },
      {
        name: 'an own URL beside others is no upload URL',
        find: 'open.length === plain.length ?',
        replace: 'true ?',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/study/readTable.ts', killedBy: suites('study/tables') }, [
    {
      name: 'nothing but blanks is taken off at the ends of a cell',
      find: 'const blank = /[\\t\\r\\n\\p{Zs}]/u;',
      replace: 'const blank = /[\\t\\r\\n\\p{Zs}\\p{C}]/u;',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/text/credentialPatterns.ts', killedBy: suites('client/credentialPatterns') },
    [
      { name: 'bearer tokens of a server are removed', remove: ".replace(bearer, '$1[secret]')" },
      { name: 'users and passwords are removed', find: '.replace(basic,', replace: '.replace(/(?!)/,' },
      { name: 'users and queries are removed from URLs', find: 'replace(urls,', replace: 'replace(/(?!)/,' },
      { name: 'queries of a server are removed', find: '.replace(queries,', replace: '.replace(/(?!)/,' },
      { name: 'leaked credentials are not logged', remove: ".replace(longBearer, '$1[secret]')" },
    ],
  ),
];
