import { mutationsOf, suites } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'package.json', killedBy: suites('manifest') }, [
    {
      name: 'a workspace does not say what is sent',
      find: '"type": [\n            "object",\n            "null"\n          ],\n          "default": null,\n          "scope": "machine",\n          "order": 20,',
      replace:
        '"type": [\n            "object",\n            "null"\n          ],\n          "default": null,\n          "scope": "window",\n          "order": 20,',
    },
    {
      name: 'a folder that is not trusted does not say what is sent',
      find: '        "simulationService.uploadHeaders",\n        "simulationService.responses",',
      replace: '        "simulationService.responses",',
    },
  ]),
  ...mutationsOf({ in: 'package.json', killedBy: suites('manifest') }, [
    {
      name: 'a workspace does not choose the service',
      find: '"default": "",\n          "scope": "machine"',
      replace: '"default": "",\n          "scope": "window"',
    },
    {
      name: 'a workspace does not turn encryption off',
      find: '"default": false,\n          "scope": "machine",\n          "order": 3',
      replace: '"default": false,\n          "scope": "resource",\n          "order": 3',
    },
    {
      name: 'a folder that is not trusted does not choose the service',
      find: '"restrictedConfigurations": [\n        "simulationService.baseUrl",',
      replace: '"restrictedConfigurations": [',
    },
    {
      name: 'a folder that is not trusted is known as such',
      find: '"supported": "limited"',
      replace: '"supported": true',
    },
    {
      name: 'no link starts the extension',
      find: '"onStartupFinished"',
      replace: '"onStartupFinished",\n    "onUri"',
    },
    {
      name: 'keys stay behind',
      find: '            ".env*",\n',
      replace: '',
      killedBy: suites('upload/defaultExclude'),
    },
  ]),
];
