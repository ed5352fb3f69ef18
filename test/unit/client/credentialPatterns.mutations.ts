import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/credentialPatterns.ts', killedBy: suites('client/credentialPatterns') },
  [
    {
      name: 'bearer tokens are removed from server messages',
      find: ".replace(bearer, '$1[secret]')",
      replace: '',
    },
    {
      name: 'users and passwords are removed from server messages',
      find: '.replace(basic,',
      replace: '.replace(/(?!)/,',
    },
    {
      name: 'users and queries are removed from URLs',
      find: 'return text.replace(urls,',
      replace: 'return text.replace(/(?!)/,',
    },
    {
      name: 'queries are removed from server messages',
      find: '.replace(queries,',
      replace: '.replace(/(?!)/,',
    },
    {
      name: 'leaked credentials are removed from a line of the log',
      find: "text.replace(longBearer, '$1[secret]')",
      replace: 'text',
    },
  ],
);
