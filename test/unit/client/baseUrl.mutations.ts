import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/url/baseUrl.ts', killedBy: suites('client/baseUrl') },
  [
    {
      name: 'a base URL has no query',
      find: "problem ?? (text.includes('?') ? 'query' : undefined)",
      replace: 'problem',
    },
    {
      name: 'a base URL has the host that is written in it',
      find: "if (!url.hostname.startsWith('[') && isHostRewritten(text, url)) return 'notAUrl';",
      replace: '',
    },
    {
      name: 'a base URL has no dot segments',
      find: "if (hasDotSegment(text)) return 'notAUrl';",
      replace: '',
    },
    {
      name: 'a base URL is encrypted',
      find: "return isSecretAllowed(url) || options.allowInsecureHttp === true ? undefined : 'insecure';",
      replace: 'return undefined;',
    },
  ],
);
