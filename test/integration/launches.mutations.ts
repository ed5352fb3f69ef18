import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/views/launchesView.ts',
      killedBy: inExtensionHost('A record of a launch that cannot be read'),
    },
    [
      { name: 'what needs the user is on the badge', find: 'await this.#showBadge();', replace: '' },
      { name: 'what cannot be read is on the badge', find: ' + unreadable.length;', replace: ';' },
    ],
  ),
  ...mutationsOf(
    { in: 'src/commands/launchCommands.ts', killedBy: inExtensionHost('A launch whose outcome is known') },
    [
      {
        name: 'a launch whose outcome is known is not asked about',
        find: "if (state === 'unknown') {",
        replace: 'if (Boolean(state)) {',
      },
    ],
  ),
];
