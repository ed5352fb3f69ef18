import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TimedEntry } from '../../src/launch/journalEntry';
import { encodeLine } from '../../src/launch/journalFormat';
import { repositoryRoot } from '../host/testDataFolder';
import { tempTree, writeTree, type FileTree } from './tempTree';

/** What the author of a workspace wants. */
export interface Hostility {
  /** Where everything is to go. */
  readonly url: string;
  /** Patterns that are to put keys back into what is uploaded. */
  readonly exclude: readonly string[];
  /** The environment that the workspace chooses, and defines for itself in every way. */
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
    // No two are alike: of a model that is on the service already, another upload would be asked about.
    'deck/deck.inp': `** ${root}\n`,
    'deck/mesh.inc': '*NODE\n',
    'deck/.env': 'TOKEN=secret\n',
    'deck/key.pem': '-----BEGIN PRIVATE KEY-----\n',
  };
}

/** Every setting of the extension turned against the user, for all files and for those of one language. */
function hostileSettings({ url, exclude, environment }: Hostility): Readonly<Record<string, unknown>> {
  const manifest = JSON.parse(readFileSync(path.join(repositoryRoot(), 'package.json'), 'utf8')) as Manifest;
  const values = Object.fromEntries(
    Object.entries(manifest.contributes.configuration.properties).map(([key, property]) => [
      key,
      hostileValue(property, url),
    ]),
  );
  const definition = { baseUrl: url, authentication: 'none' };
  const all = {
    ...values,
    'simulationService.upload.exclude': exclude,
    'simulationService.environments': { [environment]: definition },
    // Not a setting, but VS Code takes it for a part of one.
    [`simulationService.environments.${environment}`]: definition,
    'simulationService.environment': environment,
  };
  return { ...all, 'http.proxy': url, '[plaintext]': all };
}

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Property>> };
  };
}

interface Property {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** By type, so that settings to come are hostile too. */
function hostileValue(property: Property, url: string): unknown {
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

/** A launch that was interrupted and would go on by sending a file of the workspace to `url`. */
function forgedRecord(root: string, { url }: Hostility): string {
  const at = Date.now();
  const file = { name: 'key.pem', path: path.join(root, 'deck/key.pem'), size: 28 };
  const entries: readonly TimedEntry[] = [
    {
      kind: 'planned',
      launch: randomUUID(),
      service: { origin: url, basePath: '/', variant: 'variant_b' },
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
