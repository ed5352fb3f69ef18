import { byClicks, mutationsOf } from '../mutations/mutation';

const suite = byClicks('A question that nobody expects');

export const mutations = [
  ...mutationsOf({ in: 'src/ui/askModally.ts', killedBy: suite }, [
    {
      name: 'an answer that comes before the question was read does not count',
      find: 'chosen === undefined || performance.now() - start >= minReadingMs',
      replace: 'true',
    },
  ]),
  ...mutationsOf({ in: 'src/tools/launchTools.ts', killedBy: suite }, [
    {
      name: 'agents may no longer launch when the setting was changed while the question stood',
      find: "if (context.settings.agentTools !== 'on') forbidden.abort();",
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/flows/formatSentText.ts', killedBy: suite }, [
    {
      name: 'a text that is cut says so',
      find: 'return isWhole ? shown :',
      replace: 'return isWhole || shown ? shown :',
    },
    {
      name: 'a label cannot seem to end its quotation',
      find: '    "\'",\n',
      replace: "    '$&',\n",
    },
  ]),
];
