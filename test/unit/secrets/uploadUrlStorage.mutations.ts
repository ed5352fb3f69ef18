import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/uploadUrlStorage.ts', killedBy: suites('secrets/uploadUrlStorage') },
  [
    {
      name: 'a keyring that fails has not lost the upload URLs',
      find: 'throw new KeyringError();',
      replace: 'return undefined;',
    },
    {
      name: 'upload URLs that are read are known to the redactor',
      find: '      redactor.addUploadUrls(uploadUrls);\n      // From',
      replace: '      // From',
    },
    {
      name: 'upload URLs that are created are known to the redactor',
      find: '      redactor.addUploadUrls(uploadUrls);\n      try',
      replace: '      try',
    },
  ],
);
