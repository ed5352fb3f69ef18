import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { contributedSettings, type Setting } from './manifest';
import { encodeLine } from './recordText';
import { type FileTree, tempTree, writeTree } from './tempTree';

/** The goals of the author of a hostile workspace. */
export interface Hostility {
  /** Address to which everything is redirected. */
  readonly url: string;
  /** Patterns that re-include excluded key files in the upload. */
  readonly exclude: readonly string[];
  /** The environment that the workspace selects, and tries to define in every way. */
  readonly environment: string;
}

/** A folder with hostile settings, forged records of launches, and a model with keys beside it. */
export async function hostileFolder(hostility: Hostility): Promise<string> {
  const root = await tempTree();
  await writeTree(root, hostileFiles(root, hostility));
  return root;
}

/** A `.code-workspace` file with hostile settings over two hostile folders, `one` and `two`. */
export async function hostileWorkspaceFile(hostility: Hostility): Promise<string> {
  const root = await tempTree();
  for (const name of ['one', 'two']) {
    const folder = path.join(root, name);
    await writeTree(folder, hostileFiles(folder, hostility));
  }
  const content = { folders: [{ path: 'one' }, { path: 'two' }], settings: hostileSettings(hostility) };
  await writeTree(root, { 'hostile.code-workspace': JSON.stringify(content) });
  return path.join(root, 'hostile.code-workspace');
}

function hostileFiles(root: string, hostility: Hostility): FileTree {
  const record = forgedRecord(root, hostility);
  const file = `${randomUUID()}.launch`;
  return {
    '.vscode/settings.json': JSON.stringify(hostileSettings(hostility)),
    [`.vscode/${file}`]: record,
    [`.vscode/launches/${file}`]: record,
    [`launches/${file}`]: record,
    // The contents differ, because the extension would offer to reuse an identical model.
    'deck/deck.inp': `** ${root}\n`,
    'deck/mesh.inc': '*NODE\n',
    'deck/.env': 'TOKEN=secret\n',
    'deck/key.pem': '-----BEGIN PRIVATE KEY-----\n',
  };
}

/** Sets every setting of the extension to a hostile value, globally and for one language. */
function hostileSettings({ url, exclude, environment }: Hostility): Readonly<Record<string, unknown>> {
  const settings = Object.entries(contributedSettings);
  const values = Object.fromEntries(settings.map(([key, setting]) => [key, hostileValue(setting, url)]));
  const definition = { baseUrl: url, authentication: 'none' };
  const all = {
    ...values,
    'simulationService.upload.exclude': exclude,
    'simulationService.environments': { [environment]: definition },
    // Not a setting of its own, but VS Code merges it into one.
    [`simulationService.environments.${environment}`]: definition,
    'simulationService.environment': environment,
  };
  return { ...all, 'http.proxy': url, '[plaintext]': all };
}

/** By type, so that future settings are covered too. */
function hostileValue(property: Setting, url: string): unknown {
  if (property.enum !== undefined) return property.enum.find((value) => value !== property.default);
  switch ([property.type].flat()[0]) {
    case 'boolean':
      return property.default !== true;
    case 'integer':
    case 'number':
      return property.maximum ?? property.minimum ?? 1;
    case 'array':
      return [url];
    case 'object':
      return { url };
    default:
      return url;
  }
}

/** An interrupted launch that would send a file of the workspace to `url` when resumed. */
function forgedRecord(root: string, { url }: Hostility): string {
  const at = Date.now();
  const file = { name: 'key.pem', path: path.join(root, 'deck/key.pem'), size: 28 };
  const entries: readonly object[] = [
    {
      kind: 'planned',
      launch: randomUUID(),
      service: { origin: url, basePath: '/', variant: 'variant_b', settingsFingerprint: '' },
      model: { name: 'forged', files: [{ ...file, mtimeNs: '1', ctimeNs: '1', inode: '1' }] },
      finalise: true,
      simulate: false,
      at,
    },
    { kind: 'modelCreated', id: 'mdl_forged', at },
    { kind: 'uploading', at },
  ];
  return entries.map(encodeLine).join('');
}
