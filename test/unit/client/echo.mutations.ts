import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/core/errors.ts', killedBy: suites('client/echo') }, [
    { name: 'secret keys of a response are not shown', find: 'pointer: hide(pointer)', replace: 'pointer' },
  ]),
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/echo') }, [
    {
      name: 'sent credentials are not shown',
      find: 'contentType, hide, header',
      replace: 'contentType, (text) => text, header',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorBody.ts', killedBy: suites('client/echo') }, [
    { name: 'an error code is no credential', find: ' && hide(code) === code;', replace: ';' },
    {
      name: 'server messages are redacted before they are shortened',
      find: 'sanitizeText(serverMessage, maxMessageLength, hide)',
      replace: 'hide(sanitizeText(serverMessage, maxMessageLength))',
    },
  ]),
];
