import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/client/response/decodeUploadUrls.ts', killedBy: suites('client/decodeUploadUrls') },
    [
      {
        name: 'each file has a link of its own',
        find: 'return new Set([...urls.values()].map(placeOf)).size === count ? urls : undefined;',
        replace: 'return urls;',
      },
      {
        name: 'no link is left over',
        find: 'if (Object.keys(container).length !== requested.count) return [];',
        replace: '',
      },
      {
        name: 'a link for another file is not taken',
        find: 'if (namesAnotherFile(json, requested)) return [];',
        replace: '',
      },
      {
        name: 'links that can be read in two ways are not taken',
        find: 'others.every((other) => files.every(({ name }) => other.get(name) === first.get(name)))',
        replace: 'true',
      },
      {
        name: 'names go before the order of links',
        find: 'isNamed || !contradictsNames(json, urls, reading.requested)',
        replace: 'true',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/fileOrder.ts', killedBy: suites('client/decodeUploadUrls') }, [
    {
      name: 'links are not taken in turn where something could tell',
      find: 'if (!isClear && !isPointedAt) return undefined;',
      replace: '',
    },
    {
      name: 'numbers that contradict each other assign nothing',
      find: 'return same(understood);',
      replace: 'return understood[0];',
    },
    {
      name: 'a number that is everywhere the same could tell',
      find: '&& columns.every(tellsNothing)',
      replace: '',
    },
    {
      name: 'the entries of an object have no turn',
      find: 'return isInTurn ? requested',
      replace: 'return true ? requested',
      killedBy: suites('client/responsePointers'),
    },
    {
      name: 'a name in an entry may contradict its key',
      find: 'spoken.length > 0 && !spoken.some',
      replace: 'false && !spoken.some',
    },
    {
      name: 'what links say of other files is heeded',
      find: 'if (linksContradict(urls, requested)) return true;',
      replace: '',
    },
    {
      name: 'a name in a link is heeded',
      find: 'if (inLink !== undefined && inLink !== name) return true;',
      replace: '',
    },
    {
      name: 'names in another order are heeded',
      find: 'return inOrder.some(({ name }, index) => name !== listed[index]);',
      replace: 'return false;',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/requestedFiles.ts', killedBy: suites('client/decodeUploadUrls') },
    [
      {
        name: 'numbers stand for each file once',
        find: 'names.size === this.count && new Set(known).size === this.count',
        replace: 'true',
      },
      {
        name: 'names that only their form tells apart are not told apart by it',
        find: "this.#composed.has(composed) ? '' : name",
        replace: 'name',
      },
      {
        name: 'a name in another form is the same name',
        find: "return this.#composed.get(text.normalize('NFC')) || undefined;",
        replace: 'return undefined;',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/uploadLink.ts', killedBy: suites('client/decodeUploadUrls') }, [
    {
      name: 'a link for something else is no upload link',
      find: 'leadsElsewhere: has(otherPurposes)',
      replace: 'leadsElsewhere: false',
    },
    {
      name: 'a link for another method is no upload link',
      find: "key === 'rel' || isMethod ? [value] : []",
      replace: "key === 'rel' ? [value] : []",
    },
    {
      name: 'a link under an unknown key is no upload link',
      find: 'link.url === url && arePlain(link)',
      replace: 'link.url === url',
    },
    {
      name: 'an address of the service without a signature is no upload link',
      find: "return parsed?.host === host && parsed.search === '';",
      replace: 'return false;',
    },
    {
      name: 'a single link says that it is one for an upload',
      find: 'return mayBe.some(saysNothingElse) ? only(links) : undefined;',
      replace: 'return only(mayBe);',
    },
    {
      name: 'a key in what is for uploads says itself that it is a link',
      find: ' && (last.saysUpload || last.isLink)',
      replace: '',
    },
  ]),
];
