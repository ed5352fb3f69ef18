import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/statedFailure.ts', killedBy: suites('client/statedFailure') }, [
    {
      name: 'an error beside an identifier is no failure',
      find: "  if (by === 'name' && !isEcho) return undefined;\n  const hasOwnId",
      replace: '  const hasOwnId',
    },
    {
      name: 'a state of its own is no failure',
      find: '(isEntry || !hasMessage)',
      replace: 'false',
    },
    {
      name: 'a large number without a message is no failure',
      find: "name === 'code' && hasMessage &&",
      replace: "name === 'code' &&",
    },
    {
      name: 'a code that successes have too is no failure',
      find: ' && !/^[12]/.test(String(code))',
      replace: '',
    },
    {
      name: 'an error that says nothing is none',
      find: '!isMeasure && saysSomething(value)',
      replace: '!isMeasure',
    },
    {
      name: 'an identifier that was sent proves nothing',
      find: "const hasOwnId = by === 'ownId' && !isEcho;",
      replace: "const hasOwnId = by === 'ownId';",
    },
    {
      name: 'a measure is no error',
      find: '!isMeasure && saysSomething(value)',
      replace: 'saysSomething(value)',
    },
    { name: 'a value may be only false', remove: 'json === false || ' },
    {
      name: 'what was only accepted may not be finalised yet',
      find: '!hasOwnId && status !== 202 && resultFlag',
      replace: '!hasOwnId && resultFlag',
    },
    {
      name: 'a created thing need not be finalised',
      find: '!hasOwnId && status !== 202 && resultFlag',
      replace: 'status !== 202 && resultFlag',
    },
    {
      name: 'words of an object about the response may be those of something else',
      find: "if (by !== 'nothing') return code;",
      replace: '',
    },
    {
      name: 'a model says of itself what came of its finalising',
      find: "? [...wrappers, 'model'] : wrappers",
      replace: '? wrappers : wrappers',
    },
    {
      name: 'a failure may be stated with a capital',
      find: 'successName.test(toPlainName(key)) && isFalse(part[key])',
      replace: 'successName.test(key) && isFalse(part[key])',
    },
    { name: 'a failure may be stated in words', find: "value.toLowerCase() === 'false'", replace: 'false' },
  ]),
  ...mutationsOf({ in: 'src/client/serviceClient.ts', killedBy: suites('client/statedFailure') }, [
    {
      name: 'a model is not finalised when the service says so',
      remove: 'assertDone(json, context, this.mapping.responses.createdModelId);',
    },
    {
      name: 'a file is not stored when the file server says so',
      remove: 'assertDone(await decodeOptionalJson(response, context, { isToBeRead: false }), context);',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/statedFailure') }, [
    { name: 'an error document is no success', remove: ' || isErrorDocument(response.body)' },
    { name: 'a part may have failed', remove: ' || mayHaveFailedPart(response)' },
    { name: 'an error may be a text', remove: ' || isErrorText(beginning)' },
  ]),
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/redirect') }, [
    {
      name: 'an address is a redirect only with the status of one',
      find: 'const isRedirect = response.status >= 300 && response.status < 400;',
      replace: 'const isRedirect = response.status >= 0;',
    },
  ]),
];
