import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/core/errors.ts', killedBy: suites('client/echo') }, [
    {
      name: 'secret keys of a response are not shown',
      find: 'pointer: hide(pointer), type',
      replace: 'pointer, type',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/checkResponse.ts', killedBy: suites('client/echo') }, [
    {
      name: 'credentials of a request are not shown',
      find: 'contentType, hide);',
      replace: 'contentType, (text) => text);',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/errorBody.ts', killedBy: suites('client/echo') }, [
    {
      name: 'an error code is not shown if it is a credential of the request',
      find: ' && hide(code) === code;',
      replace: ';',
    },
    {
      name: 'server messages are redacted before they are shortened',
      find: 'sanitizeText(serverMessage, maxMessageLength, hide)',
      replace: 'hide(sanitizeText(serverMessage, maxMessageLength))',
    },
  ]),
];
