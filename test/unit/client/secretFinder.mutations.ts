import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/text/readings.ts', killedBy: suites('client/secretFinder') }, [
    { name: 'secrets are found percent-encoded', remove: '%[0-7][\\da-f]|' },
    { name: 'secrets are found in JSON', remove: '\\\\u[\\da-f]{4}|' },
    { name: 'secrets are found in XML', find: 'return decodeReferences(escape);', replace: 'return escape;' },
    {
      name: 'an escape is redacted with the secret that it ends',
      find: 'for (let unit = 0; unit < decoded.length; unit++) origins[size++] = index;',
      replace: 'size += decoded.length;',
    },
  ]),
  ...mutationsOf({ in: 'src/client/text/secretFinder.ts', killedBy: suites('client/secretFinder') }, [
    {
      name: 'secrets are found in base64',
      remove: "this.#add(Buffer.from(secret, 'utf8').toString('base64'));",
    },
    { name: 'secrets are found in base64 of URLs', find: ".replaceAll('_', '/');", replace: ';' },
    {
      name: 'secrets that contain escapes are found in escapes',
      find: 'for (const { text } of readingsOf(word)) this.#add(text);',
      replace: 'this.#add(word);',
    },
    { name: 'short secrets are not found inside words', find: 'word.length >= minInside', replace: 'true' },
    { name: 'a hostile text is searched quickly', find: 'maxEndings = 10_000', replace: 'maxEndings = 1e9' },
  ]),
];
