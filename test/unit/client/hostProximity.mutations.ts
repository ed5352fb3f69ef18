import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/url/hostProximity.ts', killedBy: suites('client/hostProximity') },
  [
    { name: 'localhost is this computer', find: 'ownNames.test(hostname)', replace: 'false' },
    { name: 'the unspecified address is this computer', remove: "  unspecified: 'loopback',\n" },
    { name: 'link-local addresses are near', find: "linkLocal: 'linkLocal'", replace: "linkLocal: 'public'" },
    { name: 'other special addresses are private', find: "?? 'private'", replace: "?? 'public'" },
    { name: 'embedded IPv4 addresses are near', find: 'carried !== undefined', replace: 'false' },
    {
      name: 'metadata addresses of clouds are near',
      find: 'metadataAddresses.has(address.toString())',
      replace: 'false',
    },
  ],
);
