import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/answers') }, [
    {
      name: 'a page is no answer',
      find: "if (isHtml(answer) && !isPageOfFileServer) throw new ResponseError(context, 'html');",
      replace: '',
    },
    {
      name: 'only a file server answers with a page',
      find: "context.operation === 'uploadFile' && ",
      replace: '',
      killedBy: test('faults/matrix', 'row 22,'),
    },
    {
      name: 'a sign-in page is no answer of a file server',
      find: ' && context.status === 201;',
      replace: ';',
      killedBy: test('faults/matrix', 'row 22,'),
    },
    {
      name: 'a compressed answer is none',
      find: "if (check.needsBody && answer.encoded) throw new ResponseError(context, 'encoded');",
      replace: '',
    },
    {
      name: 'an answer that is too large is none',
      find: "if (check.needsBody && answer.tooLarge) throw new ResponseError(context, 'tooLarge');",
      replace: '',
    },
    {
      name: 'of a redirect only the host is told',
      find: 'tryParseUrl(location, base)?.host)',
      replace: 'tryParseUrl(location, base)?.href)',
      killedBy: suites('client/redirect', 'client/echo'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorBody.ts', killedBy: suites('client/answers') }, [
    { name: 'a page says nothing', find: '/html/i.test(contentType) || ', replace: '' },
    {
      name: 'words are one short line without links',
      find: 'sanitizeText(hide(value), longestWords)',
      replace: 'hide(value)',
    },
    { name: 'a code is short and plain', find: '/^[\\w.-]{1,64}$/.test(value)', replace: 'true' },
  ]),
];
