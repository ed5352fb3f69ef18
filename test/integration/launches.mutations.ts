import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/views/launchesView.ts',
      killedBy: inExtensionHost('A launch record that cannot be read'),
    },
    [
      {
        name: 'launches that need attention are counted in the badge',
        find: 'await this.#showBadge();',
        replace: '',
      },
      { name: 'unreadable records are counted in the badge', find: ' + unreadable.length;', replace: ';' },
    ],
  ),
  ...mutationsOf({ in: 'src/views/launchesView.ts', killedBy: inExtensionHost('A thousand launches') }, [
    { name: 'rows stay the same', find: 'known.get(idOf(row)) ?? row', replace: 'row' },
  ]),
  ...mutationsOf({ in: 'src/views/launchesView.ts', killedBy: inExtensionHost('Failed launches') }, [
    {
      name: 'failed launches are counted until they have been seen',
      find: '&& !isSeen(launch)',
      replace: '&& launch.state !== "failed"',
    },
    {
      name: 'failed launches are no longer counted once they have been seen',
      find: 'failureOf(launch).some(',
      replace: '[].some(',
    },
  ]),
  ...mutationsOf(
    {
      in: 'src/commands/launch/launchCommands.ts',
      killedBy: inExtensionHost('A launch whose outcome is known'),
    },
    [
      {
        name: 'no question is asked about a launch whose outcome is known',
        find: "if (state === 'unknown') {",
        replace: 'if (Boolean(state)) {',
      },
    ],
  ),
];
