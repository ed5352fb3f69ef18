import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/client/response/decodeUploadUrls.ts', killedBy: suites('client/decodeUploadUrls') },
    [
      {
        name: 'each file has an upload URL of its own',
        find: 'return new Set(Array.from(urls.values(), placeOf)).size === count ? urls : undefined;',
        replace: 'return urls;',
      },
      {
        name: 'no upload URL is left over',
        find: 'if (partsOf(container)[1].length !== requested.count) return [];',
        replace: '',
      },
      {
        name: 'an upload URL for another file is rejected',
        find: 'if (namesAnotherFile(json, requested)) return [];',
        replace: '',
      },
      {
        name: 'ambiguous upload URLs are rejected',
        find: 'others.every((other) => files.every(({ name }) => other.get(name) === first.get(name)))',
        replace: 'true',
      },
      {
        name: 'names take precedence over the order of upload URLs',
        find: 'found.isNamed || !(yield* contradictsNames(json, found.urls, reading.requested))',
        replace: 'true',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/fileOrder.ts', killedBy: suites('client/decodeUploadUrls') }, [
    {
      name: 'upload URLs are not assigned by order where another property could identify them',
      find: 'if (!isClear && !isPointedAt) return undefined;',
      replace: '',
    },
    {
      name: 'contradictory numbers assign nothing',
      find: 'return getUnanimous(understood);',
      replace: 'return understood[0];',
    },
    {
      name: 'a number that is the same everywhere could identify the files',
      find: '&& columns.every(tellsNothing)',
      replace: '',
    },
    {
      name: 'the entries of an object have no order',
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
      name: 'references to other files in upload URLs are respected',
      find: 'if (yield* doUrlsContradict(parsed, names, requested)) return true;',
      replace: '',
    },
    {
      name: 'a name in an upload URL is respected',
      find: 'if (inLink !== undefined && inLink !== names[index]) return true;',
      replace: '',
    },
    {
      name: 'identifiers in parallel arrays are respected',
      find: 'if (own.some((column) => others.some((other) => isOtherOrder(column, other)))) return true;',
      replace: '',
    },
    {
      name: 'positions in parallel arrays are respected',
      find: 'some.length > 0 && !some.some',
      replace: 'false && !some.some',
    },
    {
      name: 'names in another order are respected',
      find: 'return inOrder.some(({ name }, index) => name !== listed[index]);',
      replace: 'return false;',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/namesInLinks.ts', killedBy: suites('client/decodeUploadUrls') }, [
    {
      name: 'a name anywhere in an upload URL is respected',
      find: 'for (const texts of places) {',
      replace: 'for (const texts of new Array<string[]>()) {',
    },
    {
      name: 'the queries of upload URLs are respected',
      find: '...(yield* listQueryPlaces(urls))',
      replace: '',
    },
    {
      name: 'a short part of a token is no name',
      find: "part.includes('.') ? requested.namesLike(part) : []",
      replace: 'requested.namesLike(part)',
    },
    {
      name: 'numbers that are neither positions nor sizes in the right order are respected',
      find: 'if (numbered.some((readings) => !readings.some((reading) => isSame(reading, names)))) return true;',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/requestedFiles.ts', killedBy: suites('client/decodeUploadUrls') },
    [
      {
        name: 'numbers identify each file once',
        find: 'names.delete(number);',
        replace: '',
      },
      {
        name: 'names that differ in their Unicode form only are not told apart by it',
        find: "this.#composed.has(composed) ? '' : name",
        replace: 'name',
      },
      {
        name: 'a name in another Unicode form is the same name',
        find: 'return this.#composed.get(toComposed(text)) || undefined;',
        replace: 'return undefined;',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/uploadLink.ts', killedBy: suites('client/decodeUploadUrls') }, [
    {
      name: 'a URL with another purpose is no upload URL',
      find: 'leadsElsewhere: has(otherPurposes)',
      replace: 'leadsElsewhere: false',
    },
    {
      name: 'a URL for another method is no upload URL',
      find: "key === 'rel' || isMethod ? [value] : []",
      replace: "key === 'rel' ? [value] : []",
    },
    {
      name: 'a URL under an unknown key is no upload URL',
      find: 'link.url === url && arePlain(link)',
      replace: 'link.url === url',
    },
    {
      name: 'an unsigned address of the service is no upload URL',
      find: "return parsed?.host === host && parsed.search === '';",
      replace: 'return false;',
    },
    {
      name: 'a single URL must be marked as one for an upload',
      find: 'return mayBe.some(saysNothingElse) ? getOnly(links) : undefined;',
      replace: 'return getOnly(mayBe);',
    },
    {
      name: 'a key in an object for uploads must itself name a URL',
      find: ' && (last.saysUpload || last.isLink)',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/yieldToEventLoop.ts', killedBy: suites('client/decodeUploadUrls') },
    [
      {
        name: 'thousands of entries are processed in steps',
        find: 'return index > 0 && index % maxEntriesPerStep === 0;',
        replace: 'return false;',
      },
    ],
  ),
];
