import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/answers') }, [
    {
      name: 'a page is no answer',
      find: "if (isHtml(answer) && !isPageOfFileServer) throw new AnswerError(context, 'html');",
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
      find: "if (check.needsBody && answer.encoded) throw new AnswerError(context, 'encoded');",
      replace: '',
    },
    {
      name: 'an answer that is too large is none',
      find: "if (check.needsBody && answer.tooLarge) throw new AnswerError(context, 'tooLarge');",
      replace: '',
    },
    {
      name: 'of a redirect only the host is told',
      find: 'parsedUrl(location, base)?.host)',
      replace: 'parsedUrl(location, base)?.href)',
      killedBy: suites('client/redirect', 'client/echo'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorBody.ts', killedBy: suites('client/answers') }, [
    { name: 'a page says nothing', find: '/html/i.test(contentType) || ', replace: '' },
    {
      name: 'words are one short line without links',
      find: 'cleanText(hide(value), longestWords)',
      replace: 'hide(value)',
    },
    { name: 'a code is short and plain', find: '/^[\\w.-]{1,64}$/.test(value)', replace: 'true' },
  ]),
];
