import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/statedFailure.ts', killedBy: suites('client/statedFailure') }, [
    {
      name: 'an error beside an identifier is no failure',
      remove: "if (by === 'name') return undefined;",
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
    { name: 'an error that says nothing is none', find: 'saysSomething(part[key])', replace: 'true' },
    { name: 'a failure may be stated with a capital', find: '(success|ok)$/i', replace: '(success|ok)$/' },
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
  ]),
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/redirect') }, [
    {
      name: 'an address is a redirect only with the status of one',
      find: 'const isRedirect = response.status >= 300 && response.status < 400;',
      replace: 'const isRedirect = response.status >= 0;',
    },
  ]),
];
