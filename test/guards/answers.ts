import { guardsOf, only, unit } from './guard';

/** What comes from outside is data: its size, its depth, its form, and what people are shown of it. */
export const answers = [
  ...guardsOf('src/client/answer.ts', unit('client/answers'), [
    [
      'a page is no answer',
      "if (isHtml(answer) && !isPageOfFileServer) throw new AnswerError(context, 'html');",
      '',
    ],
    [
      'only a file server answers with a page',
      "context.operation === 'uploadFile' && ",
      '',
      only('faults/matrix', 'row 22,'),
    ],
    [
      'a sign-in page is no answer of a file server',
      ' && context.status === 201;',
      ';',
      only('faults/matrix', 'row 22,'),
    ],
    [
      'a compressed answer is none',
      "if (check.needsBody && answer.encoded) throw new AnswerError(context, 'encoded');",
      '',
    ],
    [
      'an answer that is too large is none',
      "if (check.needsBody && answer.tooLarge) throw new AnswerError(context, 'tooLarge');",
      '',
    ],
    [
      'of a redirect only the host is told',
      'parsedUrl(location, base)?.host)',
      'parsedUrl(location, base)?.href)',
      unit('client/redirect', 'client/echo'),
    ],
  ]),
  ...guardsOf('src/client/jsonExcess.ts', unit('client/decoding', 'client/badAnswers'), [
    ['JSON has a largest depth', "if (depth > deepest) return 'tooDeep';", ''],
    [
      'JSON has a largest number of values',
      "if (values > mostValues) return 'tooLarge';",
      '',
      unit('client/decoding'),
    ],
  ]),
  ...guardsOf('src/client/decodeJson.ts', unit('client/decoding', 'client/badAnswers'), [
    ['JSON is strict UTF-8', '{ fatal: true }', '{}'],
  ]),
  ...guardsOf('src/client/exactJson.ts', unit('client/exactJson', 'launch/longIdentifiers'), [
    [
      'a long integer keeps its digits',
      'if (json.search(longInteger) === -1) return value;',
      'return value;',
    ],
    ['digits in a text are no integer', 'if (isInText || Number', 'if (Number'],
    [
      'a long integer is sent as the number that it was',
      "typeof item === 'bigint' ? `${mark}${item}`",
      "typeof item === 'bigint' ? `${item}`",
    ],
  ]),
  ...guardsOf('src/client/storedForm.ts', unit('client/exactJson', 'launch/longIdentifiers'), [
    [
      'no earlier version rounds a long integer that is kept',
      "typeof value === 'bigint' ? { integer: String(value) } : value",
      "typeof value === 'bigint' ? Number(value) : value",
    ],
  ]),
  ...guardsOf('src/client/identifier.ts', unit('client/decoding', 'client/serviceClient'), [
    [
      'a number that JSON has rounded is no identifier',
      'return Number.isSafeInteger(value);',
      'return true;',
    ],
    ['an identifier has no characters that cannot be seen, and an end', '&& printable.test(value) ', ''],
    ['two dots are no identifier', ' && !isDotSegment(value)', ''],
    [
      'what is no identifier gets into no path',
      "if (!isIdentifier(id)) throw new RangeError('Not an identifier that a path can hold');",
      '',
    ],
    ['an identifier cannot change a path', 'return encodeURIComponent(String(id));', 'return String(id);'],
  ]),
  ...guardsOf('src/client/decodeCreated.ts', unit('client/decoding'), [
    [
      'what was created has an identifier',
      'fields !== undefined && isIdentifier(id) &&',
      'fields !== undefined &&',
    ],
  ]),
  ...guardsOf('src/client/decodeList.ts', unit('client/decoding'), [
    ['what is listed has an identifier', 'return isIdentifier(id) ? [', 'return true ? ['],
    ['two lists are none', 'if (another !== undefined) throw', 'if (false) throw'],
  ]),
  ...guardsOf('src/client/decodeUploadUrls.ts', unit('client/decodeUploadUrls'), [
    [
      'each file has a link of its own',
      'return new Set([...urls.values()].map(placeOf)).size === count ? urls : undefined;',
      'return urls;',
    ],
    ['no link is left over', 'if (Object.keys(container).length !== requested.count) return [];', ''],
    ['a link for another file is not taken', 'if (namesAnotherFile(json, requested)) return [];', ''],
    [
      'links that can be read in two ways are not taken',
      'others.every((other) => files.every(({ name }) => other.get(name) === first.get(name)))',
      'true',
    ],
    [
      'names go before the order of links',
      'isNamed || !contradictsNames(json, urls, reading.requested)',
      'true',
    ],
  ]),
  ...guardsOf('src/client/fileOrder.ts', unit('client/decodeUploadUrls'), [
    [
      'links are not taken in turn where something could tell',
      'if (!isClear && !isPointedAt) return undefined;',
      '',
    ],
    [
      'numbers that contradict each other assign nothing',
      'return same(understood);',
      'return understood[0];',
    ],
    ['a number that is everywhere the same could tell', '&& columns.every(tellsNothing)', ''],
    [
      'the entries of an object have no turn',
      'return isInTurn ? requested',
      'return true ? requested',
      unit('client/responsePointers'),
    ],
    [
      'a name in an entry may contradict its key',
      'spoken.length > 0 && !spoken.some',
      'false && !spoken.some',
    ],
    ['what links say of other files is heeded', 'if (linksContradict(urls, requested)) return true;', ''],
    ['a name in a link is heeded', 'if (inLink !== undefined && inLink !== name) return true;', ''],
    [
      'names in another order are heeded',
      'return inOrder.some(({ name }, index) => name !== listed[index]);',
      'return false;',
    ],
  ]),
  ...guardsOf('src/client/requestedFiles.ts', unit('client/decodeUploadUrls'), [
    [
      'numbers stand for each file once',
      'names.size === this.count && new Set(known).size === this.count',
      'true',
    ],
    [
      'names that only their form tells apart are not told apart by it',
      "this.#composed.has(composed) ? '' : name",
      'name',
    ],
    [
      'a name in another form is the same name',
      "return this.#composed.get(text.normalize('NFC')) || undefined;",
      'return undefined;',
    ],
  ]),
  ...guardsOf('src/client/uploadLink.ts', unit('client/decodeUploadUrls'), [
    [
      'a link for something else is no upload link',
      'leadsElsewhere: has(otherPurposes)',
      'leadsElsewhere: false',
    ],
    [
      'a link for another method is no upload link',
      "key === 'rel' || isMethod ? [value] : []",
      "key === 'rel' ? [value] : []",
    ],
    [
      'a link under an unknown key is no upload link',
      'link.url === url && arePlain(link)',
      'link.url === url',
    ],
    [
      'an address of the service without a signature is no upload link',
      "return parsed?.host === host && parsed.search === '';",
      'return false;',
    ],
    [
      'a single link says that it is one for an upload',
      'return mayBe.some(saysNothingElse) ? only(links) : undefined;',
      'return only(mayBe);',
    ],
    [
      'a key in what is for uploads says itself that it is a link',
      ' && (last.saysUpload || last.isLink)',
      '',
    ],
  ]),
  ...guardsOf('src/client/serverWords.ts', unit('client/answers'), [
    ['a page says nothing', '/html/i.test(contentType) || ', ''],
    ['words are one short line without links', 'cleanText(hide(value), longestWords)', 'hide(value)'],
    ['a code is short and plain', '/^[\\w.-]{1,64}$/.test(value)', 'true'],
  ]),
  ...guardsOf('src/client/cleanText.ts', unit('client/cleanText', 'client/answers'), [
    [
      'control characters are left out',
      ".replace(/[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800]/gu, '')",
      '',
    ],
    ['words show no URL', ".replace(/[a-z][a-z0-9+.-]*:\\/\\/\\S*/giu, '[URL]')", ''],
    ['words show no query', ".replace(/\\?[^\\s\"'<>]*=\\S*/gu, '?[query]')", ''],
    ['words have an end', 'if (clean.length <= length) return clean;', 'return clean;'],
  ]),
  ...guardsOf('src/client/visibleText.ts', unit('client/visibleText'), [
    ['what cannot be seen is shown by its code', 'return hidden.test(character) ? `', 'return false ? `'],
    ['names have an end', 'if (size <= length) return', 'return'],
  ]),
  ...guardsOf('src/client/displayName.ts', unit('client/decoding', 'client/badAnswers'), [
    ['names are shown as they are', 'return visibleText(name);', 'return name;'],
  ]),
  ...guardsOf('src/client/keyPaths.ts', unit('client/keyPaths', 'client/decodeUploadUrls'), [
    ['a key that is no word is not told', '/^[a-z_][\\w-]{0,39}$/i.test(key) && ', ''],
    ['a key that is a token is not told', ' && !looksRandom(key)', ''],
  ]),
  ...guardsOf('src/commands/listedIn.ts', unit('commands/listedIn'), [
    [
      'a command takes only an identifier for one',
      'return isIdentifier(id) && typeof name',
      'return typeof name',
    ],
    ['a command takes only a name for one', " && typeof name === 'string'", ''],
    ['a name that a command is called with is shown as it is', 'name: visibleText(name)', 'name'],
  ]),
];
