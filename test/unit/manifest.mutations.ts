import { mutationsOf, suites } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'package.json', killedBy: suites('manifest') }, [
    {
      name: 'a workspace cannot change the request bodies',
      find: '"default": null,\n            "scope": "machine",\n            "order": 4,',
      replace: '"default": null,\n            "scope": "window",\n            "order": 4,',
    },
    {
      name: 'an untrusted folder cannot change the request bodies',
      find: '        "simulationService.uploadHeaders",\n        "simulationService.responses",',
      replace: '        "simulationService.responses",',
    },
  ]),
  ...mutationsOf({ in: 'package.json', killedBy: suites('manifest') }, [
    {
      name: 'a workspace cannot choose the service',
      find: '"default": "",\n            "scope": "machine"',
      replace: '"default": "",\n            "scope": "window"',
    },
    {
      name: 'a workspace cannot turn encryption off',
      find: '"default": false,\n            "scope": "machine",\n            "order": 3',
      replace: '"default": false,\n            "scope": "resource",\n            "order": 3',
    },
    {
      name: 'an untrusted folder cannot choose the service',
      find: '"restrictedConfigurations": [\n        "simulationService.baseUrl",',
      replace: '"restrictedConfigurations": [',
    },
    {
      name: 'an untrusted folder is recognised as such',
      find: '"supported": "limited"',
      replace: '"supported": true',
    },
    {
      name: 'no link starts the extension',
      find: '"onStartupFinished"',
      replace: '"onStartupFinished",\n    "onUri"',
    },
    {
      name: 'key files are excluded',
      find: '              ".env*",\n',
      replace: '',
      killedBy: suites('upload/defaultExclude'),
    },
  ]),
];
