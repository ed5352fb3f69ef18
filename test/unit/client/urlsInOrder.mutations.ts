import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/urlsInOrder.ts', killedBy: suites('client/urlsInOrder') }, [
    {
      name: 'the list is the only one',
      find: 'list === undefined || another !== undefined',
      replace: 'list === undefined',
    },
    {
      name: 'names elsewhere have the order of the list',
      find: '!isInOrder(named, files)',
      replace: 'false',
    },
    { name: 'entries refer to nothing', find: 'mayRefer && (', replace: 'false && (' },
    {
      name: 'only an entry with one URL is read',
      find: ' || another !== undefined || row',
      replace: ' || row',
    },
    { name: 'each element has a URL', find: 'urls.length < picked.length', replace: 'false' },
    { name: 'all elements are of one kind', remove: ' || otherKind !== undefined' },
    { name: 'arrays have a limit', find: 'arrays.length > maxArrays', replace: 'false' },
    { name: 'texts of an entry have a limit', find: ' || row.length > maxLeaves', replace: '' },
  ]),
  ...mutationsOf({ in: 'src/client/response/orderEvidence.ts', killedBy: suites('client/urlsInOrder') }, [
    { name: 'names contradict the order', find: "return named === 'other'", replace: 'return false' },
    {
      name: 'names of other files contradict',
      find: 'await nameOthers(list.rows, index)',
      replace: 'false',
    },
    {
      name: 'folders, endings and identifiers contradict',
      find: '(await findTelling(rows, signs)).isOther',
      replace: 'false',
    },
    { name: 'endings are indexed', find: '[ending, ...name', replace: '[...name' },
    { name: 'folders are indexed', find: '.slice(0, -1)].map(', replace: '.slice(0, 0)].map(' },
    { name: 'identifiers are indexed', find: ', await indexTexts(beside)]', replace: ']' },
    { name: 'names are recognised in other spellings', find: 'of listSpellings(name)', replace: 'of [name]' },
    {
      name: 'names are recognised in base64',
      find: '[name, lastSegmentOf(name)].filter(isLongEnough).map(toBase64)',
      replace: '[]',
    },
    {
      name: 'a percent sign of a name is kept',
      find: "if (text.includes('%25')) return decoded;",
      replace: '',
    },
    {
      name: 'an ending alone is no spelling of a name',
      find: "lastSegmentOf(spelling).replace(/\\.[^.]*$/, '')",
      replace: 'lastSegmentOf(spelling)',
    },
    { name: 'what is not UTF-8 is Latin-1', find: '/%([\\da-f]{2})/gi', replace: '/%%/g' },
    { name: 'numbers contradict', find: '!areEqual(numbers, rising)', replace: 'false' },
    { name: 'sizes contradict', find: 'if (areEqual(rising, risingSizes)) return true;', replace: '' },
    { name: 'numbers of words contradict', find: ': listNumberedWords', replace: ': () => new Map()' },
    {
      name: 'numbers are counted from the end',
      find: 'numbers.set(`${index - words.length} ${before}`, digits);',
      replace: '',
    },
    { name: 'groups of UUIDs are no numbers', find: "text.replace(uuid, 'uuid')", replace: 'text' },
    { name: 'random numbers are no order', find: 'greatest - least < maxApart', replace: 'true' },
    { name: 'a pointer tells of numbers with gaps', find: 'isPointed ? files.length : ', replace: '' },
    { name: 'signatures mean nothing', find: 'if (isMeaninglessKey(key)) continue;', replace: '' },
    { name: 'keys of queries count', find: 'texts.push([`key ${index}`, decodeTwice(key)]);', replace: '' },
    {
      name: 'URLs are decoded twice',
      find: 'decodePercent(decodePercent(text))',
      replace: 'decodePercent(text)',
    },
    {
      name: 'words of random texts are no names',
      find: "part.join(' ').length >= minLength",
      replace: 'true',
    },
    { name: 'words in all rows mean nothing', find: 'count < rows.length', replace: 'true' },
    { name: 'times are no numbers', find: 'time.test(text)', replace: 'false' },
  ]),
  ...mutationsOf(
    {
      in: 'src/client/response/decodeUploadUrls.ts',
      killedBy: suites('client/urlsInOrder', 'client/decodeUploadUrls', 'client/responsePointers'),
    },
    [
      {
        name: 'names come before the order',
        find: 'urls !== undefined || reader.hasNames) return',
        replace: 'urls !== undefined) return',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/core/exactJson.ts', killedBy: suites('client/exactJson') }, [
    { name: 'integers in strings stay', find: 'at === index ? ', replace: 'true ? ' },
    {
      name: 'short integers stay numbers',
      find: 'Number.isSafeInteger(number) ? number : BigInt(digits)',
      replace: 'BigInt(digits)',
    },
    {
      name: 'integers keep their digits',
      find: 'Number.isSafeInteger(number) ? number : BigInt(digits)',
      replace: 'number',
    },
    { name: 'a key is no integer', find: '(?=\\s*(?:[,\\]}]|$))/g', replace: '/g' },
    {
      name: 'integers are looked for',
      find: 'maybeLongInteger.test(json) && ',
      replace: '/"/.test(json) && ',
    },
    {
      name: 'other work goes on while integers are restored',
      find: 'if (isPauseDue(index)) yield;',
      replace: '',
      killedBy: suites('client/decoding'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/decodeJson.ts', killedBy: suites('client/decoding') }, [
    { name: 'depth has a limit', find: 'depth > maxDepth', replace: 'false' },
    { name: 'values have a limit', find: 'values > maxCount', replace: 'false' },
    { name: 'text is UTF-8', find: 'fatal: true', replace: 'fatal: false' },
  ]),
];
