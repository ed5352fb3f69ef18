import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/credentials.ts', killedBy: suites('secrets/secretsAtTheWire') }, [
    {
      name: 'a secret is not sent unencrypted',
      find: 'return isSecretAllowed(this.#baseUrl) ? headers : {};',
      replace: 'return headers;',
    },
    {
      name: 'nothing is requested after the user has signed out',
      find: 'if (headers === undefined) throw new SignedOutError(operation, this.#baseUrl.host);',
      replace: 'if (headers === undefined) return {};',
      killedBy: suites('client/credentials', 'launch/account'),
    },
    {
      name: 'only a rejection prompts the user to sign in',
      remove: 'if (!(error instanceof StatusError) || !isSignInRequired(error)) return false;',
      killedBy: suites('secrets/signingIn'),
    },
    {
      name: 'the user is not prompted for a secret that would not be sent',
      find: ' || !isSecretAllowed(this.#baseUrl)) return false;',
      replace: ') return false;',
      killedBy: suites('secrets/signingIn'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/requestSender.ts', killedBy: suites('secrets/secretsAtTheWire') }, [
    {
      name: 'a rejected request is repeated once',
      find: '(credentials, error, signal))) mayAsk = false;',
      replace: '(credentials, error, signal))) mayAsk = attempt < 3;',
      killedBy: suites('secrets/signingIn'),
    },
    {
      name: 'the automatic requests of a view do not prompt the user',
      find: 'let mayAsk = call.unattended !== true;',
      replace: 'let mayAsk = true;',
      killedBy: suites('secrets/signingIn'),
    },
    {
      name: 'a file server gets no token',
      find: "'content-length': String(size),",
      replace: "'content-length': String(size), ...(await this.credentials.headers('uploadFile', signal)),",
      killedBy: suites('client/credentials'),
    },
    {
      name: 'nothing is uploaded after the user has signed out',
      remove: 'await this.#requireSignedIn(body, signal);',
      killedBy: suites('client/credentials', 'launch/account'),
    },
    {
      name: 'an upload URL that a server repeats is not shown',
      find: '() => findSecretsInUrl(url), {',
      replace: '() => [], {',
      killedBy: suites('faults/canary'),
    },
    {
      name: 'a token that a server repeats is not shown',
      find: '() => findSecretsInHeaders(credentials)',
      replace: '() => []',
      killedBy: suites('client/echo'),
    },
    {
      name: 'a string that looks like a credential is not shown',
      find: 'return hideCredentials(redactSecrets(text, carried));',
      replace: 'return redactSecrets(text, carried);',
      killedBy: suites('client/echo'),
    },
    {
      name: 'secrets that a window knows are not shown',
      find: '(this.#options.hide ?? hideInWords)(text, [...secrets(), ...this.#secretsOfSettings])',
      replace: 'hideInWords(text, secrets())',
      killedBy: suites('launch/launchSecrets'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/url/baseUrl.ts', killedBy: suites('secrets/secretsAtTheWire') }, [
    {
      name: 'a token is sent only encrypted or to this computer',
      find: 'return isEncrypted(url) || isLoopback(url);',
      replace: 'return true;',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/url/baseUrl.ts', killedBy: suites('secrets/secretsAtTheWire', 'client/baseUrl') },
    [
      {
        name: 'the unspecified address is not certainly this computer',
        find: "(hostname.startsWith('127.') && isIPv4(hostname))",
        replace: '(/^(127|0)\\./.test(hostname) && isIPv4(hostname))',
      },
    ],
  ),
];
