import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/response/jsonPointer.ts', killedBy: suites('client/jsonPointer') },
  [
    {
      name: 'a pointer sees only own properties of a response',
      find: ' && Object.hasOwn(container, step)',
      replace: '',
    },
    { name: 'a pointer counts as RFC 6901 says', find: '/^(0|[1-9]\\d*)$/.test(step)', replace: 'true' },
  ],
);
