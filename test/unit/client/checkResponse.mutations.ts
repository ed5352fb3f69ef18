import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/checkResponse') }, [
    {
      name: 'an HTML page is no response of the service',
      find: "if (isPage(response, check.needsBody ? 'labelOrText' : 'label') && !isPageOfFileServer) {",
      replace: 'if (check.now < 0) {',
    },
    {
      name: 'only a file server may respond with an HTML page',
      remove: "context.operation === 'uploadFile' && ",
      killedBy: test('faults/matrix', 'row 22,'),
    },
    {
      name: 'a sign-in page is no response of a file server',
      find: ' && ![200, 203].includes(context.status);',
      replace: ';',
      killedBy: test('faults/matrix', 'row 22,'),
    },
    {
      name: 'a compressed response is rejected',
      remove: "if (check.needsBody && response.encoded) throw new ResponseError(context, 'encoded');",
    },
    {
      name: 'a response that is too large is rejected',
      remove: "if (check.needsBody && response.tooLarge) throw new ResponseError(context, 'tooLarge');",
    },
  ]),
  ...mutationsOf({ in: 'src/client/url/redirect.ts', killedBy: suites('client/redirect', 'client/echo') }, [
    {
      name: 'only the host of a redirect is reported',
      find: 'redirectHost: target.host,',
      replace: 'redirectHost: target.href,',
    },
    {
      name: 'an inner address is one that leads there from outside',
      remove: ' && !isInnerHost(from)',
      killedBy: suites('client/redirectReasons'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/pageWords.ts', killedBy: suites('client/checkResponse') }, [
    {
      name: 'words that repeat the status are left out',
      remove: '.filter((line) => !repeatsStatus(line, status))',
    },
    { name: 'a script has no words', remove: "if (slash === '' && ofNothing.test(name)) passedOver = name;" },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorTexts.ts', killedBy: suites('client/refusals') }, [
    { name: 'links are no words of a refusal', remove: ' || isLink(text)' },
    { name: 'identifiers are no words of a refusal', remove: ' || isIdentifier(text)' },
    { name: 'the same words are shown once', remove: 'if (joined.includes(whole)) continue;' },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorBody.ts', killedBy: suites('client/checkResponse') }, [
    { name: 'an HTML page gives no server message', remove: ' || isHtml(contentType, text)' },
    {
      name: 'a text that is labelled as HTML is no page',
      find: 'return !/^\\s*[^\\s<]/.test(beginning);',
      replace: 'return true;',
      killedBy: suites('client/strangersShapes'),
    },
    {
      name: 'XML is no deeper than errors are',
      remove: 'if (open.length > maxXmlDepth) return undefined;',
    },
    {
      name: 'a server message is one short line without links',
      find: 'sanitizeText(serverMessage, maxMessageLength, hide)',
      replace: 'hide(serverMessage)',
    },
    { name: 'an error code is short and plain', find: '/^[\\w.-]{1,64}$/.test(code)', replace: 'true' },
    {
      name: 'a title is one short line without links',
      find: 'sanitizeText(decodeReferences(title), maxTitleLength, hide)',
      replace: 'hide(decodeReferences(title))',
    },
    {
      name: 'a title does not repeat credentials of the request',
      find: 'decodeReferences(title), maxTitleLength, hide)',
      replace: 'decodeReferences(title), maxTitleLength)',
      killedBy: suites('client/echo'),
    },
    {
      name: 'the words of a page do not repeat credentials of the request',
      find: 'findPageWords(head, failure), maxMessageLength, hide)',
      replace: 'findPageWords(head, failure), maxMessageLength)',
      killedBy: suites('client/echo'),
    },
    {
      name: 'the title of a page goes before its words if it says more than the status',
      remove: ' && repeatsStatus(decodeReferences(title), failure)',
    },
    {
      name: 'a page without a label is a page',
      find: 'return /^\\s{0,100}<(!doctype )?html\\b/i.test(beginning);',
      replace: "return beginning === '?';",
    },
  ]),
];
