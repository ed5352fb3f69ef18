import { byClicks, guardsOf, inHost, unit } from './guard';

/** What a folder may decide, what other extensions may ask for, and how texts are shown. */
export const shell = [
  ...guardsOf('package.json', unit('manifest'), [
    [
      'a workspace does not choose the service',
      '"default": "",\n          "scope": "machine"',
      '"default": "",\n          "scope": "window"',
    ],
    [
      'a workspace does not turn encryption off',
      '"default": false,\n          "scope": "machine",\n          "order": 3',
      '"default": false,\n          "scope": "resource",\n          "order": 3',
    ],
    [
      'a folder that is not trusted does not choose the service',
      '"restrictedConfigurations": [\n        "simulationService.baseUrl",',
      '"restrictedConfigurations": [',
    ],
    ['a folder that is not trusted is known as such', '"supported": "limited"', '"supported": true'],
    ['no link starts the extension', '"onStartupFinished"', '"onStartupFinished",\n    "onUri"'],
    ['keys stay behind', '            ".env*",\n', '', unit('upload/defaultExclude')],
  ]),
  ...guardsOf('src/settings.ts', unit('sources'), [
    [
      'a setting is what the user or the machine says',
      'getConfiguration().inspect(key);\n  return found?.globalValue ?? found?.defaultValue;',
      'getConfiguration().get(key);\n  return found;',
    ],
    [
      'a workspace defines no environment',
      'parseEnvironments(ownValue(keys.environments))',
      'parseEnvironments(vscode.workspace.getConfiguration().get(keys.environments))',
      inHost('the environment'),
    ],
  ]),
  ...guardsOf('src/connection.ts', inHost('the environment'), [
    [
      'an environment that is not defined leads to no other service',
      "if (found === undefined) throw new NotConnectedError('unknownEnvironment', name);",
      'if (found === undefined) return undefined;',
    ],
  ]),
  ...guardsOf('src/emulator/strangers.ts', unit('emulator/strangers'), [
    [
      'the emulator answers by no name of somebody else',
      'if (!hosts.includes(host.toLowerCase())) return true;',
      '',
    ],
    ['the emulator answers no web page', 'return origin !== undefined && ', 'return false && '],
  ]),
  ...guardsOf('src/emulator/requestLog.ts', unit('emulator/strangers'), [
    ['the emulator does not keep every request', '!this.keepsEverything && ', 'false && '],
  ]),
  ...guardsOf('src/emulator/serviceServer.ts', unit('emulator/strangers'), [
    ['the emulator keeps no body', 'if (exchange.keepsBody) ', ''],
  ]),
  ...guardsOf('src/commands/settleLaunch.ts', byClicks('a person whose launch needs them'), [
    [
      'a question about an unknown outcome stays on the screen',
      "await showMessage('error', text, ...answers",
      "await showMessage('warning', text, ...answers",
    ],
    [
      'a launch whose outcome is known is not asked about',
      "if (state === 'unknown') {",
      'if (Boolean(state)) {',
      inHost('a launch whose outcome is known'),
    ],
  ]),
  ...guardsOf('src/views/launchesView.ts', inHost('a record of a launch that cannot be read'), [
    ['what needs the user is on the badge', 'await this.#showBadge();', ''],
    ['what cannot be read is on the badge', ' + unreadable.length;', ';'],
  ]),
  ...guardsOf('src/environments.ts', unit('environments'), [
    [
      'what an environment does not say is not guessed',
      "if (typeof authentication === 'string') return { name, baseUrl, unusable: authentication };",
      "if (typeof authentication === 'string') return { name, baseUrl, variant, authentication: { scheme: 'bearer' }, isProtected: false };",
    ],
  ]),
  ...guardsOf('src/protection.ts', unit('environments'), [
    [
      'an environment that may be protected counts as such',
      "return 'unusable' in environment || environment.isProtected;",
      "return !('unusable' in environment) && environment.isProtected;",
    ],
    [
      'the path that is really sent decides',
      'near.find(({ place }) => isSame(place?.root, root))',
      'undefined',
    ],
    [
      'an entry whose address cannot be used protects',
      'const there = addressMeant(environment.baseUrl);',
      'const there = addressOf(environment.baseUrl);',
    ],
    [
      'an entry that may mean any address protects',
      'place === undefined || (place.host === host',
      'place !== undefined && (place.host === host',
    ],
    ['a path is compared as servers read it', 'decoded(path).toLowerCase()', 'path'],
    ['in doubt, an environment protects what lies below it', '(isOpen ? undefined : near[0])', 'undefined'],
  ]),
  ...guardsOf('src/commands/launching.ts', byClicks('a person with several services'), [
    [
      'no launch begins in a protected environment without a question',
      "if (permission === 'refused') return;",
      '',
    ],
    [
      'a launch that nobody was asked about is not gone on with in a protected environment',
      "return plan.protectionAsked === true || (await askToLaunch(context, service, plan)) !== 'refused';",
      'return true;',
      inHost('a flow'),
    ],
    [
      'nothing is created at a service that is not selected any more',
      'await check();\n  const permission',
      'const permission',
      inHost('a flow'),
    ],
  ]),
  ...guardsOf('src/views/listStore.ts', inHost('a flow'), [
    [
      'a list that comes late is not that of another service',
      'if (isHere && before === this.#refreshes) this.#show(listing);',
      'this.#show(listing);',
    ],
  ]),
  ...guardsOf('src/launch/frozenFile.ts', unit('launch/frozenFile'), [
    [
      'no folder that has become a link is followed',
      'if ((await realpath(folder)) !== folder) throw new LinkedFolderError(name);',
      '',
    ],
    [
      'only folders that are open are uploaded again',
      'if (outside !== undefined) throw new FolderNotOpenError(outside.name);',
      '',
    ],
  ]),
  ...guardsOf('src/secrets/credentials.ts', unit('secrets/credentials'), [
    [
      'a launch does not become that of another user',
      'if (isOtherAccount(own ? accountFingerprint(own) : recorded, nameOf(renewed))) return false;',
      '',
    ],
  ]),
  ...guardsOf('src/launch/newProjects.ts', unit('launch/newProjects'), [
    [
      'what is not known to be new is not taken for it',
      'if (before === undefined) return { certain: [], possible: named };',
      '',
    ],
  ]),
  ...guardsOf('src/outlets.ts', inHost('a canary token'), [
    [
      'the log says of an error only what is known to be harmless',
      'channel.error(redactor.text(errorLine(error)))',
      'channel.error(String(error))',
    ],
    [
      'secrets are taken out of the log',
      'info: (text) => channel.info(redactor.text(text))',
      'info: (text) => channel.info(text)',
    ],
  ]),
  ...guardsOf('src/commands/selection.ts', inHost('arguments of the upload commands'), [
    [
      'only files of the workspace are uploaded',
      "if (folder === undefined) throw new SelectionError('outsideWorkspace');",
      'if (folder === undefined) continue;',
    ],
    ['dots do not lead out of the workspace', 'return path.resolve(uri.fsPath);', 'return uri.fsPath;'],
    [
      'a command takes only Uris for such',
      "throw new SelectionError('badArguments');\n}\n\n/** One",
      'return vscode.Uri.file(String(value));\n}\n\n/** One',
    ],
  ]),
  ...guardsOf('src/outlets.ts', byClicks('read letter by letter'), [
    [
      'a message has no links and icons that a name brings',
      ".replace(/\\]\\(/g, ']\\u200b(').replace(/\\$\\(/g, '$\\u200b(')",
      '',
    ],
  ]),
  ...guardsOf('src/trust.ts', byClicks('has not said that a folder is trusted'), [
    [
      'nothing is sent from a folder that is not trusted',
      'if (!vscode.workspace.isTrusted) throw new UntrustedError(action);',
      '',
    ],
  ]),
  ...guardsOf('src/settings.ts', byClicks('a hostile workspace'), [
    [
      'a workspace cannot put keys back in',
      "...added.filter((pattern) => !pattern.trimStart().startsWith('!'))",
      '...added',
    ],
  ]),
];
