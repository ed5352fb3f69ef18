import { mutationsOf, suites } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/session/environments.ts', killedBy: suites('environments') }, [
    {
      name: 'a property missing in an environment is not guessed',
      find: "if (typeof authentication === 'string') return { name, baseUrl, invalidField: authentication };",
      replace:
        "if (typeof authentication === 'string') return { name, baseUrl, variant, authentication: { scheme: 'bearer' }, isProtected: false };",
    },
  ]),
  ...mutationsOf({ in: 'src/session/protection.ts', killedBy: suites('environments') }, [
    {
      name: 'an environment that may be protected counts as such',
      find: "return 'invalidField' in environment || environment.isProtected;",
      replace: "return !('invalidField' in environment) && environment.isProtected;",
    },
    {
      name: 'the path that is really sent decides',
      find: 'near.find(({ place }) => isSame(place?.root, root))',
      replace: 'undefined',
    },
    {
      name: 'an entry with an invalid address protects',
      find: 'const there = parseMeantAddress(environment.baseUrl);',
      replace: 'const there = addressOf(environment.baseUrl);',
    },
    {
      name: 'an entry that could match any address protects',
      find: 'place === undefined || (place.host === host',
      replace: 'place !== undefined && (place.host === host',
    },
    {
      name: 'a path is compared as servers read it',
      find: 'decodePath(path).toLowerCase()',
      replace: 'path',
    },
    {
      name: 'in doubt, an environment protects paths below its own',
      find: '(isOpen ? undefined : near[0])',
      replace: 'undefined',
    },
  ]),
];
