import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/commands/launch/requestedLaunch.ts', killedBy: inExtensionHost('A task') }, [
    {
      name: 'a task sends nothing before it has asked',
      find: "asker.kind !== 'task'",
      replace: 'true',
    },
  ]),
];
