import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/listPages');

export const mutations = [
  ...mutationsOf({ in: 'src/client/url/nextPage.ts', killedBy }, [
    { name: 'credentials go to the service only', find: 'if (!isSameHost || ', replace: 'if (' },
    { name: 'credentials go below the root only', find: 'if (!isBelow || ', replace: 'if (' },
    {
      name: 'the root ends with a whole name',
      find: "replace(/\\/$/, '')}/`",
      replace: "replace(/\\/$/, '')}`",
    },
    { name: 'an encoded slash may hide a dot segment', remove: '|| /%(2f|5c)/i.test(url.pathname)' },
    { name: 'an address has no user', remove: "|| url.username !== ''" },
    { name: 'a parser may replace characters', remove: ' || /[\\\\\\p{Cc}\\p{Cs}]/u.test(next)' },
    { name: 'an address has a limit', remove: 'next.length > maxLength || ' },
  ]),
  ...mutationsOf({ in: 'src/client/listPages.ts', killedBy }, [
    { name: 'pages are limited', remove: 'list.pages < maxPages && ' },
    { name: 'no page is requested twice', remove: 'list.hasVisited(next.path) || ' },
    { name: 'the time is limited', find: ' || isTooLate) break;', replace: ') break;' },
    {
      name: 'the same page again is no other one',
      remove: 'if (fresh.length === 0 && page.items.length > 0) return false;',
    },
    {
      name: 'a moved entry may hide another one',
      find: 'this.#partial !== undefined || this.#hasMoved ||',
      replace: 'this.#partial !== undefined ||',
    },
    { name: 'an earlier page may have counted', find: '?? this.#total;', replace: '?? 0;' },
    {
      name: 'a page that fails ends the list',
      find: 'return undefined;\n  }\n}',
      replace: 'throw error;\n  }\n}',
    },
    { name: 'a sign-in is asked for', find: ' || isSignInRequired(error)) throw', replace: ') throw' },
    { name: 'bytes are limited together', find: 'source.maxBytes - bytes', replace: 'source.maxBytes' },
  ]),
  ...mutationsOf({ in: 'src/request/prepareLaunch.ts', killedBy: suites('request/partialLists') }, [
    { name: 'a name is unique in a whole list only', remove: ' && partial === undefined' },
    {
      name: 'a name is absent from a whole list only',
      remove:
        "if (partial !== undefined) return { kind: 'unsureProject', project: showBriefly(project.name) };",
    },
    {
      name: 'an identifier may be one that is not listed',
      find: 'return partial && {',
      replace: 'return undefined && {',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/paging.ts', killedBy: suites('client/conventions') }, [
    { name: 'an empty text leads to no page', find: "value.trim() !== ''", replace: 'true' },
    { name: 'a count of something else does not count', find: '  /^(count|', replace: '  /(count|' },
    { name: 'a page that leads nowhere says that there is more', remove: ' && !hasMore' },
  ]),
];
