import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/uploadUrlStorage.ts', killedBy: suites('secrets/secretLinks') },
  [
    {
      name: 'a keyring that fails has not lost the links',
      find: 'throw new KeyringError();',
      replace: 'return undefined;',
    },
    {
      name: 'links that are read are known to the redactor',
      find: '      redactor.addLinks(links);\n      // From',
      replace: '      // From',
    },
    {
      name: 'links that are made are known to the redactor',
      find: '      redactor.addLinks(links);\n      try',
      replace: '      try',
    },
  ],
);
