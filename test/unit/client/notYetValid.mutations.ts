import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/notYetValid');

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/notYetValid.ts', killedBy }, [
    { name: 'a missing file is not waited for', find: '[400, 401, 403]', replace: '[400, 401, 403, 404]' },
    {
      name: 'the time of a server may lack its fraction',
      find: 'roundingMs = 1000',
      replace: 'roundingMs = 0',
    },
    { name: 'the file server knows best when a URL begins', remove: 'parseHttpDate(start) ?? ' },
    { name: 'the file server may say what time it is', remove: 'parseHttpDate(current) ?? ' },
    { name: 'a URL that has begun is not waited for', find: ' && startMs > nowMs)', replace: ')' },
  ]),
  ...mutationsOf({ in: 'src/client/retry.ts', killedBy }, [
    { name: 'a URL is awaited until it begins', find: 'error.validInMs) return', replace: 'false) return' },
    { name: 'a URL is waited for minutes, not hours', find: ' <= maxValidInMs', replace: ' >= 0' },
  ]),
  ...mutationsOf({ in: 'src/launch/outcome.ts', killedBy }, [
    { name: 'a model whose URLs are too new is kept', find: 'validInMs !== undefined', replace: 'false' },
  ]),
];
