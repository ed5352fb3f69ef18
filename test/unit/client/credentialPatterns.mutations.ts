import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/credentialPatterns.ts', killedBy: suites('client/credentialPatterns') },
  [
    { name: 'bearer tokens of a server are removed', remove: ".replace(bearer, '$1[secret]')" },
    { name: 'users and passwords are removed', find: '.replace(basic,', replace: '.replace(/(?!)/,' },
    { name: 'users and queries are removed from URLs', find: 'replace(urls,', replace: 'replace(/(?!)/,' },
    { name: 'queries of a server are removed', find: '.replace(queries,', replace: '.replace(/(?!)/,' },
    { name: 'leaked credentials are not logged', remove: ".replace(longBearer, '$1[secret]')" },
  ],
);
