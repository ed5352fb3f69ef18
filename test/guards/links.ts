import { guardsOf, unit } from './guard';

/** Where anything may be sent: the address of the service and the links for files. */
export const links = [
  ...guardsOf('src/client/uploadUrl.ts', unit('client/uploadUrls'), [
    ['a link has a largest length', "if (url.length > longest) return 'tooLong';", ''],
    ['a link is one that no parser repairs', "if (hasRepairedCharacters(url)) return 'altered';", ''],
    ['a link is one of the web', "if (!/^https?$/i.test(scheme)) return 'scheme';", ''],
    ['a link is whole', "if (authority === undefined) return 'notAbsolute';", ''],
    ['a link has no user in it', "if (authority.includes('@')) return 'credentials';", ''],
    ['a link has no fragment', "return url.includes('#') ? 'fragment' : undefined;", 'return undefined;'],
    [
      'a link is encrypted',
      "if (parsed.protocol !== 'https:' && !mayBePlain(parsed, baseUrl)) return 'scheme';",
      '',
    ],
    ['only a service without encryption has such links', "baseUrl.protocol === 'http:' && ", ''],
    ['a service on this computer has no unencrypted links elsewhere', ' && !isNearer(baseUrl, url)', ''],
    [
      'a link has the host that is written in it',
      "isHostRewritten(writtenAuthority(url) ?? '', parsed) || ",
      '',
    ],
    ['a link has no dots to be resolved', ' || hasDotSegment(url)', ''],
    [
      'a link leads no nearer than the service is',
      "return isNearer(parsed, baseUrl) ? 'moreLocal' : undefined;",
      'return undefined;',
    ],
    [
      'a link with signed headers is not used',
      'const headers = unknownSignedHeaders(parsed, Object.keys(headersForLink(parsed, uploadHeaders)));',
      'const headers: string[] = [];',
    ],
    [
      'a link is sent as it was signed',
      'path: path.replace(/[^\\x21-\\x7e]+/gu, encodeURIComponent)',
      'path: new URL(url).pathname + new URL(url).search',
      unit('client/uploadFile', 'client/uploadUrls', 'client/uploadUrlsInUse'),
    ],
  ]),
  ...guardsOf('src/client/signedHeaders.ts', unit('client/uploadUrls'), [
    ['only what is sent may be signed', "name !== '' && !sent.has(name)", 'false'],
  ]),
  ...guardsOf('src/client/locality.ts', unit('client/locality'), [
    ['localhost is this computer', "if (ownNames.test(hostname)) return 'loopback';", ''],
    ['no address is this computer too', "['0.0.0.0', 8], ", ''],
    ['addresses of the link are near', "['169.254.0.0', 16], ['fe80::', 10], ", ''],
    ['private addresses are near', "['10.0.0.0', 8],", ''],
    ['addresses behind a provider are near', "['100.64.0.0', 10],", ''],
    ['private addresses of IPv6 are near', "['fc00::', 7],", ''],
    [
      'addresses that are carried inside others are near',
      '[address, ...carriedAddresses(address)]',
      '[address]',
    ],
    ['addresses of clouds are near', ', ...cloudNetworks)', ')'],
  ]),
  ...guardsOf('src/client/baseUrl.ts', unit('client/baseUrl'), [
    [
      'a base URL is one that no parser repairs',
      "if (hasRepairedCharacters(text) || /\\s/.test(text)) return 'notAUrl';",
      '',
    ],
    ['a base URL has no user in it', "if (authority.includes('@')) return 'credentials';", ''],
    ['a base URL has no query', "if (text.includes('?')) return 'query';", ''],
    [
      'a base URL has no fragment',
      "return text.includes('#') ? 'fragment' : undefined;",
      'return undefined;',
    ],
    [
      'a base URL has the host that is written in it',
      "if (!authority.startsWith('[') && isHostRewritten(authority, url)) return 'notAUrl';",
      '',
    ],
    ['a base URL has no dots to be resolved', "if (hasDotSegment(text)) return 'notAUrl';", ''],
    [
      'a base URL is encrypted',
      "return mayCarrySecret(url) || allowInsecureHttp ? undefined : 'insecure';",
      'return undefined;',
    ],
  ]),
  ...guardsOf('src/launch/linkLife.ts', unit('launch/linkLife', 'launch/uploadUrls'), [
    [
      'nothing is sent to a link that has expired',
      "if (expired.length > 0) throw new LinksGoneError('expired', expired.length);",
      '',
    ],
    [
      'the clock of the service decides on new links',
      'return made?.there === undefined ? undefined : made.there + elapsed - made.here;',
      'return Date.now();',
    ],
    [
      'a time before a link was made is no expiry',
      "linkExpiry(links.get(name) ?? '', after)",
      "linkExpiry(links.get(name) ?? '', 0)",
    ],
    [
      'links that will expire are told of',
      'return timeNeeded > safePart * timeLeft ? { timeLeft, timeNeeded } : undefined;',
      'return undefined;',
    ],
  ]),
];
