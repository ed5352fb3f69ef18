import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/output.ts', killedBy: inExtensionHost('A canary token') },
  [
    {
      name: 'the log contains only harmless properties of an error',
      find: 'channel.error(redactor.text(formatErrorLine(error)))',
      replace: 'channel.error(String(error))',
    },
    {
      name: 'secrets are removed from the log',
      find: 'info: (text) => channel.info(redactor.text(text))',
      replace: 'info: (text) => channel.info(text)',
    },
  ],
);
