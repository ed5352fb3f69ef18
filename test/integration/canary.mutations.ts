import { inExtensionHost, mutationsOf } from '../mutations/mutation';

const killedBy = inExtensionHost('A canary token');

export const mutations = [
  ...mutationsOf({ in: 'src/platform/output.ts', killedBy }, [
    {
      name: 'secrets are removed from the log',
      find: 'channel[level](redactor.text(text));',
      replace: 'channel[level](text);',
    },
  ]),
  ...mutationsOf({ in: 'src/platform/log.ts', killedBy }, [
    {
      name: 'the log contains only harmless properties of an error',
      find: 'formatErrorLine(error)',
      replace: 'String(error)',
    },
  ]),
  ...mutationsOf({ in: 'src/session/session.ts', killedBy }, [
    {
      name: 'the secrets of this window are removed from texts',
      find: 'redactor.addSecret(secret)',
      replace: 'void secret',
    },
  ]),
];
