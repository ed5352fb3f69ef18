import { byClicks, inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/launch/startLaunch.ts', killedBy: byClicks('A user with several environments') },
  [
    {
      name: 'a launch in a protected environment requires confirmation',
      find: "if (permission === 'refused') return undefined;",
      replace: '',
    },
    {
      name: 'an unconfirmed launch is not resumed in a protected environment',
      find: "return plan.protectionAsked === true || (await confirmLaunch(context, service, plan)) !== 'refused';",
      replace: 'return true;',
      killedBy: inExtensionHost('A flow'),
    },
    {
      name: 'a command creates nothing on a service that is no longer selected',
      find: 'await check();\n  const permission',
      replace: 'const permission',
      killedBy: inExtensionHost('A flow'),
    },
  ],
);
