import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/notYetValid');

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/notYetValid.ts', killedBy }, [
    {
      name: 'a file that is not there is not waited for',
      find: '[400, 401, 403]',
      replace: '[400, 401, 403, 404]',
    },
    {
      name: 'a fraction of a second may be missing in the time of a server',
      find: 'const roundingMs = 1000;',
      replace: 'const roundingMs = 0;',
    },
    {
      name: 'the file server knows best when a URL begins',
      find: 'parseHttpDate(start) ?? getUrlStart(url)',
      replace: 'getUrlStart(url)',
    },
    {
      name: 'the file server may say what time it is',
      find: 'parseHttpDate(current) ?? serverTimeMs',
      replace: 'serverTimeMs',
    },
    {
      name: 'a URL that has begun is not waited for',
      find: ' && startMs > nowMs)',
      replace: ')',
    },
  ]),
  ...mutationsOf({ in: 'src/client/retry.ts', killedBy }, [
    {
      name: 'a URL is waited for until it begins',
      find: 'if (error instanceof StatusError && error.validInMs) return error.validInMs;',
      replace: '',
    },
    {
      name: 'a URL is waited for minutes, not hours',
      find: 'error.validInMs <= maxValidInMs',
      replace: 'error.validInMs >= 0',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/outcome.ts', killedBy }, [
    {
      name: 'a model whose URLs are not valid yet is kept',
      find: "if (validInMs !== undefined) return 'failed';",
      replace: '',
    },
  ]),
];
