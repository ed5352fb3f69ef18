import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/url/hostProximity.ts', killedBy: suites('client/hostProximity') },
  [
    {
      name: 'localhost is this computer',
      find: "if (ownNames.test(hostname)) return 'loopback';",
      replace: '',
    },
    {
      name: 'the unspecified address is this computer too',
      find: "  unspecified: 'loopback',\n",
      replace: '',
    },
    {
      name: 'link-local addresses are near',
      find: "linkLocal: 'linkLocal',",
      replace: "linkLocal: 'public',",
    },
    { name: 'other special addresses are private', find: "?? 'private'", replace: "?? 'public'" },
    {
      name: 'embedded IPv4 addresses are near',
      find: 'if (carried !== undefined) return classifyAddress(carried);',
      replace: '',
    },
    {
      name: 'metadata addresses of clouds are near',
      find: "if (metadataAddresses.has(address.toString())) return 'linkLocal';",
      replace: '',
    },
  ],
);
