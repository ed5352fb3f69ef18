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
      find: 'near.find(isSame)',
      replace: 'undefined',
    },
    {
      name: 'an entry that could match any address protects',
      find: 'base === undefined || root === base',
      replace: 'root === base',
    },
    {
      name: 'a longer name of a path is another path',
      find: 'root.startsWith(`${base}/`)',
      replace: 'root.startsWith(base)',
    },
    {
      name: 'in doubt, an environment protects paths below its own',
      find: '(isOpen ? undefined : near[0])',
      replace: 'undefined',
    },
  ]),
];
