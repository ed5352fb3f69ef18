import { byClicks, inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/startLaunch.ts', killedBy: byClicks('A person with several services') },
  [
    {
      name: 'no launch begins in a protected environment without a question',
      find: "if (permission === 'refused') return;",
      replace: '',
    },
    {
      name: 'a launch that nobody was asked about is not gone on with in a protected environment',
      find: "return plan.protectionAsked === true || (await confirmLaunch(context, service, plan)) !== 'refused';",
      replace: 'return true;',
      killedBy: inExtensionHost('A flow'),
    },
    {
      name: 'nothing is created at a service that is not selected any more',
      find: 'await check();\n  const permission',
      replace: 'const permission',
      killedBy: inExtensionHost('A flow'),
    },
  ],
);
