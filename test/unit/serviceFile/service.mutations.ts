import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/serviceFile/hostWarnings.ts', killedBy: suites('serviceFile/hostWarnings') }, [
    {
      name: 'another port is another host than before',
      find: 'before.host !== baseUrl.host',
      replace: 'before.hostname !== baseUrl.hostname',
    },
    {
      name: 'a host without encryption is not the known one',
      find: 'url.origin === baseUrl.origin',
      replace: 'url.host === baseUrl.host',
    },
    {
      name: 'foreign letters are named in any part of a host',
      find: '/(^|\\.)xn--/',
      replace: '/^xn--/',
    },
    {
      name: 'letters with marks read like those without',
      remove: "\n    .normalize('NFKD')",
    },
    {
      name: 'pages at another port are at another host',
      find: '.filter((host) => host !== baseUrl.host)',
      replace: ".filter((host) => host.replace(/:.*/, '') !== baseUrl.hostname)",
    },
  ]),
  ...mutationsOf({ in: 'src/serviceFile/serviceFile.ts', killedBy: suites('serviceFile/serviceFile') }, [
    {
      name: 'a key that stands twice is refused',
      remove: "if (duplicate !== undefined) return { kind: 'duplicate', field: duplicate };",
    },
    {
      name: 'an address with hidden characters is refused',
      remove: "if (hasInvisible(String(entry['baseUrl']))) return { kind: 'invisible', field: 'baseUrl' };",
    },
    {
      name: 'a host that is no name is refused',
      remove: "if (!isPlainHost(baseUrl)) return { kind: 'baseUrl', problem: 'host' };",
    },
    {
      name: 'a page at a host that is no name is refused',
      remove:
        "if (url !== undefined && !isPlainHost(url)) return { kind: 'page', page, problem: 'address' };",
    },
    {
      name: 'a secret in the name is refused',
      find: 'findSecret({ name, ...entry })',
      replace: 'findSecret(entry)',
    },
  ]),
  ...mutationsOf({ in: 'src/serviceFile/reviewText.ts', killedBy: suites('serviceFile/reviewText') }, [
    {
      name: 'a note stays in its comment',
      find: "line.replace(/\\s+/g, ' ')",
      replace: 'line',
    },
    {
      name: 'hidden characters show in the host and the notes',
      find: 'escapeHidden(comments)',
      replace: 'comments',
    },
    {
      name: 'hidden characters show in the entry',
      find: 'escapeHidden(json)',
      replace: 'json',
    },
  ]),
  ...mutationsOf({ in: 'src/serviceFile/servers.ts', killedBy: suites('serviceFile/servers') }, [
    {
      name: 'another port or scheme is offered after the address that was entered',
      find: 'new URL(url).origin === asked.origin',
      replace: 'new URL(url).hostname === asked.hostname',
    },
  ]),
  ...mutationsOf(
    { in: 'src/serviceFile/openApiServers.ts', killedBy: suites('serviceFile/hostileDocuments') },
    [
      {
        name: 'a relative address leads to no other host',
        find: '[\\s\\\\{}]|^\\/\\/',
        replace: '[{}]',
      },
      {
        name: 'a person says that the service is at another host than its document',
        find: 'if (isOnly && only !== undefined && !isElsewhere)',
        replace: 'if (isOnly && only !== undefined)',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/serviceFile/openApiReferences.ts', killedBy: suites('serviceFile/hostileDocuments') },
    [
      {
        name: 'only places in the document itself are referred to',
        remove: "if (!reference.startsWith('#/')) return undefined;",
      },
      {
        name: 'a schema of which a part is unknown is unknown',
        remove: 'if (known.length < parts.length) return undefined;',
      },
    ],
  ),
];
