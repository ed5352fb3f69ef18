import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/url/hostProximity.ts', killedBy: suites('client/hostProximity') },
  [
    {
      name: 'localhost is this computer',
      find: "if (ownNames.test(hostname)) return 'loopback';",
      replace: '',
    },
    { name: 'the unspecified address is this computer too', find: "['0.0.0.0', 8], ", replace: '' },
    { name: 'link-local addresses are near', find: "['169.254.0.0', 16], ['fe80::', 10], ", replace: '' },
    { name: 'private addresses are near', find: "['10.0.0.0', 8],", replace: '' },
    { name: 'carrier-grade NAT addresses are near', find: "['100.64.0.0', 10],", replace: '' },
    { name: 'private IPv6 addresses are near', find: "['fc00::', 7],", replace: '' },
    {
      name: 'embedded IPv4 addresses are near',
      find: '[address, ...listCarriedAddresses(address)]',
      replace: '[address]',
    },
    { name: 'metadata addresses of clouds are near', find: ', ...cloudNetworks)', replace: ')' },
  ],
);
