// The libraries in the extension for machines that look for known faults: a bill of materials of the format CycloneDX.
// `npm sbom --omit dev` leaves out those that a tool for building needs as well.
import { readFileSync } from 'node:fs';

/** The bill of materials as JSON: the packages that `package-lock.json` has not for development alone. */
export function formatSbom() {
  const { name, version, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const components = Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder, { version, license, integrity }]) => describe(folder, version, license, integrity));
  const component = { type: 'application', name, version };
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component },
    components,
  };
  return `${JSON.stringify(sbom, undefined, 2)}\n`;
}

function describe(folder, version, license, integrity) {
  const name = folder.replace(/^.*node_modules\//, '');
  const [algorithm, hash] = integrity.split('-');
  return {
    type: 'library',
    name,
    version,
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    licenses: [{ license: { id: license } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
}
