import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/url/uploadUrl.ts', killedBy: suites('client/uploadUrls') }, [
    {
      name: 'an upload URL has a maximum length',
      find: "if (url.length > maxUrlLength) return 'tooLong';",
      replace: '',
    },
    {
      name: 'an upload URL is encrypted',
      find: "if (parsed.protocol !== 'https:' && !mayBeHttp) return 'scheme';",
      replace: '',
    },
    {
      name: 'only an unencrypted service may issue unencrypted upload URLs',
      find: "baseUrl.protocol === 'http:' && ",
      replace: '',
    },
    {
      name: 'a service on this computer may not issue unencrypted upload URLs for other computers',
      find: ' && !isCloser(baseUrl, parsed)',
      replace: '',
    },
    {
      name: 'an upload URL has the host that is written in it',
      find: 'isHostRewritten(url, parsed) || ',
      replace: '',
    },
    { name: 'an upload URL has no dot segments', find: ' || hasDotSegment(url)', replace: '' },
    {
      name: 'an upload URL leads no closer than the service',
      find: "return isCloser(parsed, baseUrl) ? 'closerThanService' : undefined;",
      replace: 'return undefined;',
    },
    {
      name: 'an upload URL with unknown signed headers is not used',
      find: 'known === undefined && parsed ? findUnknownSignedHeaders(parsed, uploadHeaders) : []',
      replace: '[]',
    },
    {
      name: 'an upload URL is sent as it was signed',
      find: 'path: path.replace(/[^\\x21-\\x7e]+/gu, encodeURIComponent)',
      replace: 'path: new URL(url).pathname + new URL(url).search',
      killedBy: suites('client/uploadFile', 'client/uploadUrls'),
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/url/parseUrl.ts', killedBy: suites('client/baseUrl', 'client/uploadUrls') },
    [
      {
        name: 'a URL is one that the URL parser leaves unchanged',
        find: "if (/[\\\\\\p{Cc}\\p{Cs}]/u.test(url)) return 'altered';",
        replace: '',
      },
      {
        name: 'a URL has the scheme http or https',
        find: "if (!/^(https?)?$/i.test(scheme)) return 'scheme';",
        replace: '',
      },
      {
        name: 'a URL is absolute',
        find: "if (authority === '') return 'noHost';",
        replace: "if (authority === '') return undefined;",
      },
      { name: 'a URL contains no user', find: "authority.includes('@')", replace: 'false' },
      {
        name: 'a URL has no fragment',
        find: "url.includes('#') ? 'fragment'",
        replace: "url === '' ? 'fragment'",
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/url/uploadHeaders.ts', killedBy: suites('client/uploadUrls') }, [
    {
      name: 'only headers that are sent may be signed',
      find: "name !== '' && !sent.has(name)",
      replace: 'false',
    },
  ]),
];
