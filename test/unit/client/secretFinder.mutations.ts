import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/text/readings.ts', killedBy: suites('client/secretFinder') }, [
    { name: 'secrets are found percent-encoded', find: '|%(?<byte>[\\da-f]{2})|', replace: '|' },
    { name: 'secrets are found in JSON', find: '|\\\\u(?<unit>[\\da-f]{4})|', replace: '|' },
    { name: 'secrets are found in XML', find: '|&#0*(?<entity>\\d{1,7});?|', replace: '|' },
    {
      name: 'secrets are found in HTML',
      find: ': (entities ??= listEntities()).get(name);',
      replace: ': undefined;',
    },
    {
      name: 'secrets are found in escapes of escapes',
      find: 'const maxReadings = 6;',
      replace: 'const maxReadings = 1;',
    },
  ]),
  ...mutationsOf({ in: 'src/client/text/secretFinder.ts', killedBy: suites('client/secretFinder') }, [
    {
      name: 'secrets are found in base64',
      find: 'for (const form of listBase64Forms(secret)) {',
      replace: 'for (const form of [] as string[]) {',
    },
    {
      name: 'secrets are found within base64',
      find: '.flatMap((part) => [0, 1, 2].map',
      replace: '.flatMap((part) => [0].map',
    },
    { name: 'secrets are found in base64 of URLs', find: ".replaceAll('_', '/');", replace: ';' },
    {
      name: 'secrets with replaced non-ASCII letters are found',
      find: '...once, ...once.flatMap(misreadText), ',
      replace: '',
    },
    {
      name: 'secrets without their non-ASCII letters are found',
      find: ', ...listLossyForms(secret)]);',
      replace: ']);',
    },
    {
      name: 'the beginning of a secret is found',
      find: 'if (size > 0) ranges.push(',
      replace: 'if (size < 0) ranges.push(',
    },
    {
      name: 'short secrets are not found inside words',
      find: 'if (isInside && word.length < minInside) continue;',
      replace: '',
    },
    {
      name: 'a hostile text is searched quickly',
      find: 'const maxEndings = 10_000;',
      replace: 'const maxEndings = Infinity;',
    },
  ]),
];
