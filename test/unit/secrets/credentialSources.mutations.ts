import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/secrets/credentialSources.ts',
      killedBy: suites('secrets/credentialSources', 'launch/account'),
    },
    [
      {
        name: 'a launch keeps its account',
        find: 'return (await secrets.get(account)) === secret\n        ? createAuthenticationHeaders(authentication, secret)\n        : undefined;',
        replace: 'return createAuthenticationHeaders(authentication, await secrets.get(account));',
      },
      {
        name: 'a launch that began without an account stays without one',
        find: 'if (secret === undefined) return {};',
        replace:
          'if (secret === undefined) return createAuthenticationHeaders(authentication, await secrets.get(account));',
      },
      {
        name: 'a launch accepts another account only at its own prompt',
        remove: 'if (secret !== undefined && (await secrets.get(account)) !== secret) return true;',
      },
      {
        name: 'a cancelled launch prompts for nothing',
        find: 'cancelled ? AbortSignal.any([signal, cancelled]) : signal',
        replace: 'signal',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/secrets/credentialSources.ts', killedBy: suites('secrets/credentialSources') }, [
    {
      name: 'a launch does not change to another user',
      remove:
        'if (isOtherAccount(own ? createAccountFingerprint(own) : recorded, nameOf(renewed))) return false;',
    },
  ]),
];
