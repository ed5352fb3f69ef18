import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/output.ts', killedBy: inExtensionHost('A canary token') },
  [
    {
      name: 'the log contains only harmless properties of an error',
      find: 'formatErrorLine(entry.error)',
      replace: 'String(entry.error)',
    },
    {
      name: 'secrets are removed from the log',
      find: 'channel[entry.level](redactor.text(text));',
      replace: 'channel[entry.level](text);',
    },
    {
      name: 'the secrets of this window are removed from texts',
      find: 'knownSecrets.follow((secret) => redactor.addSecret(secret));',
      replace: '',
    },
  ],
);
