import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/credentialPatterns.ts', killedBy: suites('client/credentialPatterns') },
  [
    { name: 'headers are taken out of words', find: ".replace(authorization, '$1[secret]')", replace: '' },
    { name: 'bearer tokens are taken out of words', find: ".replace(bearer, '$1[secret]')", replace: '' },
    {
      name: 'users and passwords are taken out of words',
      find: '.replace(basic,',
      replace: '.replace(/(?!)/,',
    },
    {
      name: 'users and queries are taken out of URLs',
      find: 'return text.replace(urls,',
      replace: 'return text.replace(/(?!)/,',
    },
    { name: 'queries are taken out of words', find: '.replace(queries,', replace: '.replace(/(?!)/,' },
    {
      name: 'signatures behind keys are taken out of words',
      find: '.replace(fields,',
      replace: '.replace(/(?!)/,',
    },
    { name: 'random runs are taken out of words', find: '.replace(runs,', replace: '.replace(/(?!)/,' },
    { name: 'names of a launch stay in words', find: 'if (isShown(run)) return run;', replace: '' },
    {
      name: 'a line of the log is rid of slips',
      find: "text.replace(longBearer, '$1[secret]')",
      replace: 'text',
    },
  ],
);
