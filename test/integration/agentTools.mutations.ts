import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/tools/runTool.ts', killedBy: inExtensionHost('Tools for agents') }, [
    { name: 'the setting switches tools off', find: 'if (isOff) {', replace: 'if (false) {' },
    {
      name: 'an agent that may only read launches nothing',
      find: " || (agentTools === 'readOnly' && id === tools.startLaunch)",
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/tools/listTools.ts', killedBy: inExtensionHost('Tools for agents') }, [
    {
      name: 'nobody is asked to sign in for an agent',
      find: 'client.listProjects({ signal, unattended: true })',
      replace: 'client.listProjects({ signal })',
    },
  ]),
  ...mutationsOf(
    { in: 'src/commands/launch/requestedLaunch.ts', killedBy: inExtensionHost('Tools for agents') },
    [
      {
        name: 'only what was planned may be asked for',
        find: "if (plannedHash !== undefined && shown.prepared.hash !== plannedHash) return { end: 'changed' };",
        replace: '',
      },
    ],
  ),
];
