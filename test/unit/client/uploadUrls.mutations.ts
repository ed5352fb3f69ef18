import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/url/uploadUrl.ts', killedBy: suites('client/uploadUrls') }, [
    { name: 'a link has a largest length', find: "if (url.length > longest) return 'tooLong';", replace: '' },
    {
      name: 'a link is one that no parser repairs',
      find: "if (hasRewrittenCharacters(url)) return 'altered';",
      replace: '',
    },
    {
      name: 'a link is one of the web',
      find: "if (!/^https?$/i.test(scheme)) return 'scheme';",
      replace: '',
    },
    { name: 'a link is whole', find: "if (authority === undefined) return 'notAbsolute';", replace: '' },
    {
      name: 'a link has no user in it',
      find: "if (authority.includes('@')) return 'credentials';",
      replace: '',
    },
    {
      name: 'a link has no fragment',
      find: "return url.includes('#') ? 'fragment' : undefined;",
      replace: 'return undefined;',
    },
    {
      name: 'a link is encrypted',
      find: "if (parsed.protocol !== 'https:' && !mayBePlain(parsed, baseUrl)) return 'scheme';",
      replace: '',
    },
    {
      name: 'only a service without encryption has such links',
      find: "baseUrl.protocol === 'http:' && ",
      replace: '',
    },
    {
      name: 'a service on this computer has no unencrypted links elsewhere',
      find: ' && !isCloser(baseUrl, url)',
      replace: '',
    },
    {
      name: 'a link has the host that is written in it',
      find: "isHostRewritten(rawAuthority(url) ?? '', parsed) || ",
      replace: '',
    },
    { name: 'a link has no dots to be resolved', find: ' || hasDotSegment(url)', replace: '' },
    {
      name: 'a link leads no nearer than the service is',
      find: "return isCloser(parsed, baseUrl) ? 'moreLocal' : undefined;",
      replace: 'return undefined;',
    },
    {
      name: 'a link with signed headers is not used',
      find: 'const headers = unknownSignedHeaders(parsed, Object.keys(uploadHeadersFor(parsed, uploadHeaders)));',
      replace: 'const headers: string[] = [];',
    },
    {
      name: 'a link is sent as it was signed',
      find: 'path: path.replace(/[^\\x21-\\x7e]+/gu, encodeURIComponent)',
      replace: 'path: new URL(url).pathname + new URL(url).search',
      killedBy: suites('client/uploadFile', 'client/uploadUrls', 'client/uploadUrlsInUse'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/url/signedHeaders.ts', killedBy: suites('client/uploadUrls') }, [
    { name: 'only what is sent may be signed', find: "name !== '' && !sent.has(name)", replace: 'false' },
  ]),
];
