import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/url/baseUrl.ts', killedBy: suites('client/baseUrl') },
  [
    { name: 'a base URL has no query', find: "text.includes('?')", replace: 'false' },
    { name: 'a base URL has its written host', find: 'isHostRewritten(text, url)', replace: 'false' },
    { name: 'a base URL has no dot segments', find: 'hasDotSegment(text)', replace: 'false' },
    { name: 'a base URL is encrypted', find: 'isSecretAllowed(url) ||', replace: 'true ||' },
  ],
);
