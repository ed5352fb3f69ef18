import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/url/uploadUrl.ts', killedBy: suites('client/uploadUrls') }, [
    { name: 'an upload URL has a maximum length', find: 'url.length > maxUrlLength', replace: 'false' },
    { name: 'an upload URL is encrypted', find: "parsed.protocol !== 'https:'", replace: 'false' },
    { name: 'an https service issues https URLs', remove: "baseUrl.protocol === 'http:' && " },
    { name: 'an http URL leads no farther away', remove: ' && !isCloser(baseUrl, parsed)' },
    { name: 'an upload URL has its written host', remove: 'isHostRewritten(url, parsed) || ' },
    { name: 'an upload URL has no dot segments', remove: ' || hasDotSegment(url)' },
    {
      name: 'an upload URL is no closer than its service',
      find: 'isCloser(parsed, baseUrl)',
      replace: 'false',
    },
    { name: 'an upload sends all signed headers', find: 'known === undefined && parsed', replace: 'false' },
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
        name: 'a parser leaves a URL as it is',
        find: '/[\\\\\\p{Cc}\\p{Cs}]/u.test(url)',
        replace: 'false',
      },
      { name: 'a URL has the scheme http or https', find: '!/^(https?)?$/i.test(scheme)', replace: 'false' },
      { name: 'a URL is absolute', find: "return 'noHost'", replace: 'return undefined' },
      { name: 'a URL contains no user', find: "authority.includes('@')", replace: 'false' },
      { name: 'a URL has no fragment', find: "url.includes('#')", replace: 'false' },
    ],
  ),
  ...mutationsOf({ in: 'src/client/url/uploadHeaders.ts', killedBy: suites('client/uploadUrls') }, [
    { name: 'only headers that are sent may be signed', find: '!sent.has(name)', replace: 'false' },
  ]),
];
