import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/conventions');

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/conventions.ts', killedBy }, [
    { name: 'an identifier may be written in capitals', find: '(_?id|uuid)$/i', replace: '(_?id|uuid)$/' },
    { name: 'details are no projects', remove: 'details?|reasons?|causes?|' },
    { name: 'a tag is no project', remove: 'tags?|labels?|' },
    { name: 'an owner is no project', find: '^(users?|owners?|', replace: '^(' },
    {
      name: 'a model is no project',
      find: "return named === resource ? 'own' : 'other';",
      replace: "return 'own';",
    },
    { name: 'an operation is no model', find: 'operations?|requests?|users?|people', replace: 'people' },
    {
      name: 'a type may name another resource',
      find: '      : named !== resource;',
      replace: '      : false;',
    },
    {
      name: 'an element may refer to another one of its resource',
      find: 'if (!isObject(value)) return [{ path: [key], value }];',
      replace: 'if (!isObject(value)) return [];',
    },
    {
      name: 'an element may refer to another one by an object',
      find: 'return listOwnIds(value).map((own) =>',
      replace: 'return [].map((own: KeyedValue) =>',
    },
    { name: 'errors are no list', remove: "if (words.some((word) => asideWord.test(word))) return 'aside';" },
  ]),
  ...mutationsOf({ in: 'src/client/response/ownLists.ts', killedBy }, [
    {
      name: 'two lists are not clear',
      find: 'if (another !== undefined) return',
      replace: 'if (false) return',
    },
    {
      name: 'a list under the name of the resource is meant beside its users',
      find: 'const [list, another] = named === undefined ? identified : [named];',
      replace: 'const [list, another] = identified;',
      killedBy: suites('client/strangersShapes'),
    },
    {
      name: 'the projects of a team are projects too',
      find: ' && !path.some((step) => String(step).toLowerCase().includes(resource));',
      replace: ';',
      killedBy: suites('client/strangersShapes'),
    },
    {
      name: 'a list of objects without identifiers is named',
      remove: 'findWithoutIds(arrays) ?? ',
      killedBy: suites('client/strangersShapes'),
    },
    {
      name: 'a list of something else is not the list',
      find: "return list.claim === 'doubtful' ?",
      replace: 'return false ?',
    },
    {
      name: 'an empty list under the better name keeps another one from being taken',
      find: 'const rival = findBetterNamed(list, counted);',
      replace: 'const rival = undefined as FoundArray | undefined;',
    },
    {
      name: 'each element has an identifier',
      find: 'return { path, list, without: index };',
      replace: 'continue;',
    },
    { name: 'elements do not share an identifier', find: 'if (same !== undefined)', replace: 'if (false)' },
    {
      name: 'elements are of one kind',
      find: 'if (isOfOtherKind(element, resource))',
      replace: 'if (false)',
    },
    {
      name: 'an element has no other identifier',
      find: 'if (rivals.length > 0)',
      replace: 'if (rivals.length > 1000)',
    },
    {
      name: 'an object with an identifier is a thing with lists of its own',
      find: "claim: isOfSomething ? 'doubtful' : claim }",
      replace: 'claim }',
    },
    { name: 'included resources are not the list', find: 'if (isIncluded || ', replace: 'if (' },
    {
      name: 'rows that are no objects are no empty list',
      remove: "if (named.some(({ elements }) => elements === 'other')) return undefined;",
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/createdThing.ts', killedBy }, [
    {
      name: 'only wrappers are looked into',
      find: ' || !mayHoldCreated(name, resource)',
      replace: '',
    },
    {
      name: 'a source is not what was created',
      find: 'const own = isSure ?',
      replace: 'const own = true ?',
    },
    {
      name: 'two identifiers are not clear',
      find: '    isOne &&\n    !isElsewhere',
      replace: '    !isElsewhere',
    },
    { name: 'an envelope is not the resource in it', remove: '    !isElsewhere(things) &&\n' },
    {
      name: 'an envelope is not what it wraps',
      find: 'named.length > 0 ? named :',
      replace: 'true ? named :',
    },
    { name: 'what was there before was not created', find: 'isSource(name) || ', replace: '' },
    { name: 'a source does not repeat an identifier', find: 'isOne && !isOfSource &&', replace: 'isOne &&' },
    {
      name: 'an id beside the documented name may be of something else',
      find: 'isNameOnly: isNameOnly || !(isOwn || isWrapper(name)),',
      replace: 'isNameOnly,',
    },
    {
      name: 'a list of all that there are names nothing new',
      find: 'isObject(value[0]) && !isPage(json, path)',
      replace: 'isObject(value[0])',
    },
    {
      name: 'a list of different ones names nothing new',
      find: 'value.length === 1 || nameOneThing(value, key)',
      replace: 'true',
    },
    { name: 'an identifier of an error proves nothing', remove: ', isOwn: true' },
    {
      name: 'an event is not what it is about',
      remove: '    !holders.some((thing) => thing.isOfOtherKind) &&\n',
    },
    {
      name: 'the documented name counts before others',
      find: 'if (others.length === 0)',
      replace: 'if (false)',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/findList.ts', killedBy }, [
    {
      name: 'a list of another resource is not the list',
      find: "search.lists.filter((place) => !['other', 'aside'].includes(claimOf(place)))",
      replace: 'search.lists',
    },
    {
      name: 'a list beside the one of the resource may be of something else',
      find: 'isClear(first) ? [] : search.others.filter(isClear)',
      replace: '[] as ArrayPlace[]',
    },
    {
      name: 'an identifier beside the documented name of something else is named',
      find: 'own === undefined || stray === undefined',
      replace: 'true',
    },
    {
      name: 'a list in an element of another one is not clear',
      find: ' || search.around !== undefined) return nameAll(search);\n  if (first',
      replace: ') return nameAll(search);\n  if (first',
    },
    {
      name: 'a list around another one may have another notation',
      find: '[...listOwnIds(element), ...namesakes]',
      replace: 'listOwnIds(element)',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/decodeList.ts', killedBy }, [
    {
      name: 'entries with identifiers of their own prove little',
      find: "isOwn ? 'ownId' : 'name'",
      replace: "'name'",
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/decodeCreated.ts', killedBy: suites('client/responsePointers') },
    [
      {
        name: 'nothing is looked for where a pointer is set',
        find: 'if (pointer === undefined) return findCreatedId',
        replace: 'if (!isIdentifier(getValueAt(json, pointer ?? "/"))) return findCreatedId',
      },
      { name: 'only the status 201 says that something was created', remove: ' && context.status !== 201' },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/findList.ts', killedBy: suites('client/responsePointers') }, [
    {
      name: 'no list is looked for where a pointer is set',
      find: 'if (!Array.isArray(list)) return nothingFound;',
      replace: 'if (!Array.isArray(list)) return await findList(json, key, { id: idAt });',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/elementPointer.ts', killedBy: suites('client/responsePointers') },
    [
      {
        name: 'the keys tell more about a pointer that begins at the element',
        find: '(given === pointer ? undefined : given)',
        replace: 'given',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/keptResponse.ts', killedBy: suites('client/keptResponse') }, [
    {
      name: 'no secret is kept',
      find: "isSecret ? '[secret]' : describe(value)",
      replace: 'describe(value)',
    },
    { name: 'no path of an address is kept', find: 'if (isUrl(value)) {', replace: 'if (false) {' },
    { name: 'what is kept is limited', remove: 'if (lines.length === maxLines) break;' },
  ]),
  ...mutationsOf({ in: 'src/launch/runLaunch.ts', killedBy: suites('launch/missingSimulationId') }, [
    {
      name: 'a response without an identifier is recorded',
      remove: '      ...(response !== undefined && { response }),\n',
    },
  ]),
];
