import { guardsOf, unit } from './guard';

/** Tokens and signed links go to one place each, and are told nowhere. */
export const secrets = [
  ...guardsOf('src/client/credentials.ts', unit('secrets/secretsAtTheWire'), [
    [
      'a secret is not sent unencrypted',
      'return mayCarrySecret(this.baseUrl) ? headers : {};',
      'return headers;',
    ],
    [
      'nothing is asked for somebody who has signed out',
      'if (headers === undefined) throw new SignedOutError(operation, this.baseUrl.host);',
      'if (headers === undefined) return {};',
      unit('client/credentials', 'launch/account'),
    ],
    [
      'nobody is asked to sign in by anything but a refusal',
      'if (!(error instanceof StatusError) || error.status !== 401) return false;',
      '',
      unit('secrets/signingIn'),
    ],
    [
      'nobody is asked for a secret that would not be sent',
      ' || !mayCarrySecret(this.baseUrl)) return false;',
      ') return false;',
      unit('secrets/signingIn'),
    ],
  ]),
  ...guardsOf('src/client/authentication.ts', unit('client/authentication'), [
    [
      'a key is in no header that steers the connection',
      "return isName && !taken.has(name) && !name.startsWith('proxy-');",
      'return isName;',
    ],
    ['a key is in a header', 'return isName && ', 'return '],
  ]),
  ...guardsOf('src/client/serviceClient.ts', unit('secrets/secretsAtTheWire'), [
    [
      'a refused request is repeated once',
      '(credentials, error, signal))) mayAsk = false;',
      '(credentials, error, signal))) mayAsk = attempt < 3;',
      unit('secrets/signingIn'),
    ],
    [
      'nobody is asked for what a view does by itself',
      'let mayAsk = call.unattended !== true;',
      'let mayAsk = true;',
      unit('secrets/signingIn'),
    ],
    [
      'a file server gets no token',
      "'content-length': String(size) },",
      "'content-length': String(size), ...(await this.credentials.headers('uploadFile', signal)) },",
    ],
    [
      'nothing is uploaded for somebody who has signed out',
      'await this.requireSignedIn(body, signal);',
      '',
      unit('client/credentials', 'launch/account'),
    ],
    [
      'a link that a server repeats is not told',
      'await this.send(request, () => linkSecrets(url))',
      'await this.send(request, () => [])',
      unit('faults/canary'),
    ],
    [
      'a token that a server repeats is not told',
      '() => headerSecrets(credentials)',
      '() => []',
      unit('client/echo'),
    ],
    [
      'what looks like a credential is not told',
      'return hideCredentials(hideSecrets(text, carried));',
      'return hideSecrets(text, carried);',
      unit('client/echo'),
    ],
    [
      'what a window knows is not told',
      '(this.options.hide ?? hideInWords)(text, secrets())',
      'hideInWords(text, secrets())',
      unit('launch/launchSecrets'),
    ],
  ]),
  ...guardsOf('src/client/errors.ts', unit('client/echo'), [
    [
      'keys of an answer that are secrets are not told',
      'const shown = keys.map(hide);',
      'const shown = keys;',
    ],
  ]),
  ...guardsOf('src/client/baseUrl.ts', unit('secrets/secretsAtTheWire'), [
    [
      'only encryption and this computer carry a token',
      'return isEncrypted(url) || isLoopback(url);',
      'return true;',
    ],
  ]),
  ...guardsOf('src/client/locality.ts', unit('secrets/secretsAtTheWire', 'client/baseUrl'), [
    [
      'no address is not surely this computer',
      "return isCertain && localityOf(hostname) === 'loopback';",
      "return localityOf(hostname) === 'loopback';",
    ],
  ]),
  ...guardsOf('src/client/answer.ts', unit('client/echo'), [
    ['what a request carried is not told', 'contentType, hide);', 'contentType, (text) => text);'],
  ]),
  ...guardsOf('src/client/serverWords.ts', unit('client/echo'), [
    [
      'a code is none of what a request carried',
      'return isCode && hide(value) === value ?',
      'return isCode ?',
    ],
    [
      'words are hidden before they are cut',
      'cleanText(hide(value), longestWords)',
      'hide(cleanText(value, longestWords))',
    ],
  ]),
  ...guardsOf('src/client/exchangeLog.ts', unit('client/serviceClient', 'client/uploadFile'), [
    [
      'the log has no path of a file server',
      "if (operation === 'uploadFile') return ` (${cleanText(about, 200)})`;",
      '',
    ],
    [
      'the log has no link of a file',
      'return ` (${cleanText(about, 200)})`;',
      'return target.path;',
      unit('faults/canary'),
    ],
    [
      'the log has no words of a library',
      'error instanceof ServiceError ? error.message',
      'error instanceof Error ? error.message',
    ],
  ]),
  ...guardsOf('src/client/http.ts', unit('client/http', 'client/serviceClient'), [
    [
      'errors of libraries go no further',
      'throw new NetworkError(request.operation, request.target.host, networkDetails(error, trip));',
      'throw error;',
    ],
  ]),
  ...guardsOf('src/client/hideSecrets.ts', unit('client/hideSecrets'), [
    ['user and password are found', '...(/^basic$/i.test(scheme) ? userInfo(credential) : [])', ''],
    ['signatures in queries are found', 'const words = values.length > 0 ? values : ', 'const words = '],
    ['signatures in paths are found', " : path.split('/').filter(isSecretSegment);", ' : [];'],
    ['parts of signatures are found', '[word, ...partsIn(word)]', '[word]'],
  ]),
  ...guardsOf('src/client/readings.ts', unit('client/secretFinder'), [
    ['secrets are found percent-encoded', '|%(?<byte>[\\da-f]{2})|', '|'],
    ['secrets are found in JSON', '|\\\\u(?<unit>[\\da-f]{4})|', '|'],
    ['secrets are found in XML', '|&#0*(?<entity>\\d{1,7});?|', '|'],
    ['secrets are found in HTML', ': entities.get(name);', ': undefined;'],
    ['secrets are found in escapes of escapes', 'const maxReadings = 6;', 'const maxReadings = 1;'],
  ]),
  ...guardsOf('src/client/secretFinder.ts', unit('client/secretFinder'), [
    [
      'secrets are found in base64',
      'for (const form of base64Forms(secret)) {',
      'for (const form of [] as string[]) {',
    ],
    ['secrets are found within base64', '.flatMap((part) => [0, 1, 2].map', '.flatMap((part) => [0].map'],
    ['secrets are found in base64 of URLs', ".replaceAll('_', '/');", ';'],
    ['secrets with other letters are found', '...once, ...once.flatMap(misread), ', ''],
    ['secrets are found without their letters', ', ...lossyForms(secret)]);', ']);'],
    ['the beginning of a secret is found', 'if (size > 0) ranges.push(', 'if (size < 0) ranges.push('],
    ['short secrets are parts of no word', 'if (isInside && word.length < minInside) continue;', ''],
    ['a hostile text costs little', 'const maxEndings = 10_000;', 'const maxEndings = Infinity;'],
  ]),
  ...guardsOf('src/client/credentialPatterns.ts', unit('client/credentialPatterns'), [
    ['headers are taken out of words', ".replace(authorization, '$1[secret]')", ''],
    ['bearer tokens are taken out of words', ".replace(bearer, '$1[secret]')", ''],
    ['users and passwords are taken out of words', '.replace(basic,', '.replace(/(?!)/,'],
    ['users and queries are taken out of URLs', 'return text.replace(urls,', 'return text.replace(/(?!)/,'],
    ['queries are taken out of words', '.replace(queries,', '.replace(/(?!)/,'],
    ['signatures behind keys are taken out of words', '.replace(fields,', '.replace(/(?!)/,'],
    ['random runs are taken out of words', '.replace(runs,', '.replace(/(?!)/,'],
    ['names of a launch stay in words', 'if (isShown(run)) return run;', ''],
    ['a line of the log is rid of slips', "text.replace(longBearer, '$1[secret]')", 'text'],
  ]),
  ...guardsOf('src/secrets/errorLine.ts', unit('secrets/errorLine'), [
    ['no line of a message is taken for a frame', 'const frames = afterMessage', 'const frames = stack'],
    ['a name is no text', "isCode(error.name) ? error.name : 'Error'", 'error.name'],
    ['a code is no text', "'code' in error && isCode(error.code)", "'code' in error"],
  ]),
  ...guardsOf('src/secrets/redactor.ts', unit('secrets/redactor'), [
    [
      'tokens and words of links are taken out of texts',
      'known.flatMap((finder) => finder.distinctiveIn(readings)),',
      '[],',
    ],
    [
      'names lose nothing to short secrets',
      'const known = [this.#secrets, this.#links, this.#olderLinks];',
      'return this.words(text);',
    ],
    ['short secrets are taken out of words', '...finder.shortIn(readings),', ''],
    ['links are remembered', 'this.#olderLinks = this.#links;', ''],
    [
      'links are not remembered without end',
      'if (this.#links.size <= maxWords) return;',
      'if (maxWords > 0) return;',
    ],
    ['identifiers are no secrets', 'this.#shown.add(folded(String(word)));', 'void word;'],
    ['file names are no secrets', 'if (!names.includes(word)) ', ''],
  ]),
  ...guardsOf('src/secretLinks.ts', unit('secrets/secretLinks'), [
    ['a keyring that fails has not lost the links', 'throw new KeyringError();', 'return undefined;'],
    [
      'links that are read are known to the redactor',
      '      redactor.addLinks(links);\n      // From',
      '      // From',
    ],
    [
      'links that are made are known to the redactor',
      '      redactor.addLinks(links);\n      try',
      '      try',
    ],
  ]),
  ...guardsOf('src/secrets/accountSecrets.ts', unit('secrets/accountSecrets', 'secrets/secretsAtTheWire'), [
    [
      'a secret is for one scheme, host and port of an address',
      'return { scheme, origin: new URL(url).origin };',
      'return { scheme, origin: new URL(url).hostname };',
    ],
    [
      'a password is no token',
      'return prefixes[scheme] + origin;',
      'return prefixes.bearer + origin + scheme.slice(99);',
    ],
    [
      'a secret is known to what takes it out of texts',
      'for (const part of tellingParts(account.scheme, secret)) this.options.onSecret?.(part);',
      '',
    ],
    ['somebody who has signed out is', 'this.#memory.set(key, undefined);', ''],
    ['a secret of another window takes the place of the old one', 'this.#memory.delete(key);', ''],
  ]),
  ...guardsOf('src/secrets/credentials.ts', unit('secrets/credentials', 'launch/account'), [
    [
      'a launch stays with its account',
      'return (await secrets.get(account)) === secret\n        ? authenticationHeaders(authentication, secret)\n        : undefined;',
      'return authenticationHeaders(authentication, await secrets.get(account));',
    ],
    [
      'a launch that began without an account goes on without',
      'if (secret === undefined) return {};',
      'if (secret === undefined) return authenticationHeaders(authentication, await secrets.get(account));',
    ],
    [
      'a launch takes another account only at its own prompt',
      'if (secret !== undefined && (await secrets.get(account)) !== secret) return true;',
      '',
    ],
    [
      'nothing is asked for a launch that is cancelled',
      'cancelled ? AbortSignal.any([signal, cancelled]) : signal',
      'signal',
    ],
  ]),
  ...guardsOf('src/secrets/signInPrompts.ts', unit('secrets/signInPrompts'), [
    ['one prompt is enough for one account', 'this.#open.get(key) ?? this.#start', 'this.#start'],
    ['prompts come one after the other', 'this.#over.then(', 'Promise.resolve().then('],
    ['a prompt that nobody waits for closes', 'prompt.closed.abort();', ''],
  ]),
  ...guardsOf('src/secrets/userPassword.ts', unit('secrets/userPassword'), [
    ['a user name has no colon', "text.includes(':') ? 'colon' : ", ''],
    ['a password is hidden also by itself', '[secret, split(secret).password]', '[secret]'],
    [
      'a password is one that a header can hold',
      "return /[\\p{Cc}\\p{Cs}]/u.test(text) ? 'characters' : undefined;",
      'return undefined;',
    ],
  ]),
  ...guardsOf('src/secrets/tokenText.ts', unit('secrets/tokenText'), [
    ['a token is not empty', "if (token === '') return 'empty';", ''],
    ['a token has a largest length', "if (token.length > longestSecret) return 'tooLong';", ''],
    ['a token has no spaces inside', "if (/[ \\t\\r\\n]/.test(token)) return 'whitespace';", ''],
    [
      'a token is one that a header can hold',
      "return /[^\\x21-\\x7e]/.test(token) ? 'characters' : undefined;",
      'return undefined;',
    ],
  ]),
  ...guardsOf('src/launch/launchExport.ts', unit('launch/launchExport'), [
    [
      'an export has no user and no path of the service',
      'origin: new URL(plan.service.origin).origin',
      'origin: plan.service.origin',
    ],
    [
      'an export has no path of this computer',
      'return { name, size, ...(sha256',
      'return { ...plan.model, name, size, ...(sha256',
    ],
    ['an export has no links in its words', 'words: cleanText(texts.words(words), longestWords)', 'words'],
    ['an export has no secrets in its words', 'texts.words(words)', 'words'],
    [
      'an export has no secrets in its names',
      'name: exact(record.plan.model.name),',
      'name: record.plan.model.name,',
    ],
    [
      'an export has no other property of a problem',
      '  return {\n    kind,\n',
      '  return {\n    ...arguments[0],\n    kind,\n',
    ],
  ]),
  ...guardsOf('src/launch/outcome.ts', unit('faults/canary', 'launch/runLaunch'), [
    [
      'the journal has no words of a library',
      "return { kind: 'unexpected' };",
      'return { kind: String(error) };',
    ],
  ]),
  ...guardsOf('src/launch/runLaunch.ts', unit('faults/canary', 'launch/uploadUrls', 'launch/runLaunch'), [
    [
      'the journal has no links',
      "await this.#append({ kind: 'modelCreated', id, uploadOrigins: origins });",
      "await this.#append({ kind: 'modelCreated', id, links: [...uploadUrls] } as JournalEntry);",
    ],
    [
      'the journal has no secret in the name of a project',
      'name: hide(name) });',
      'name });',
      unit('faults/canary'),
    ],
    [
      'links are forgotten when nothing is sent to them any more',
      "if (uploaded || end === 'abandoned') await",
      'if (false) await',
    ],
  ]),
];
