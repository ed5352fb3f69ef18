import assert from 'node:assert/strict';
import { isLoopback } from '../../../src/client/url/baseUrl';
import {
  classifyHost,
  type HostProximity,
  isCloser,
  normaliseHost,
} from '../../../src/client/url/hostProximity';

/** Hosts as written in a URL. */
const hosts: Readonly<Record<HostProximity, readonly string[]>> = {
  loopback: [
    '127.0.0.1',
    '127.255.255.255',
    '127.0.0.1.',
    '2130706433',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::2]',
    'localhost',
    'LOCALHOST.',
    'files.localhost',
    'localhost.localdomain',
    'LocalHost.LocalDomain.',
    'localhost4',
    'localhost6.localdomain6',
    'ip6-localhost',
    'ip6-loopback.',
    // They carry an IPv4 address.
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1:2:3:4:5:6]',
    '[::ffff:0:127.0.0.1]',
  ],
  linkLocal: [
    '169.254.169.254',
    '[fe80::]',
    '[febf:ffff::1]',
    '224.0.0.0',
    '255.255.255.255',
    '[ff02::1]',
    '[::ffff:169.254.1.2]',
    '[64:ff9b:1:2:3:4:a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    // Metadata services.
    '192.0.0.192',
    '168.63.129.16',
    '[64:ff9b::168.63.129.16]',
    '100.100.100.200',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
  ],
  private: [
    '10.0.0.0',
    '172.16.0.0',
    '192.168.0.0',
    '100.64.0.0',
    '[fc00::]',
    '[fec0::]',
    '[2001:db8::1]',
    '192.0.0.1',
    '198.18.0.0',
    '240.0.0.1',
    '192.0.2.1',
    '[::ffff:10.1.2.3]',
    '[64:ff9b::10.0.0.1]',
    '[2002:c0a8:101::1]',
  ],
  public: [
    '1.0.0.0',
    '100.63.255.255',
    '172.32.0.0',
    '[1::2]',
    '[2a00:1450::1]',
    '168.63.129.17',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:0:1::7f00:1]',
    '[2002:808:808::1]',
    '[2003:7f00:1::]',
    '[::1:0:0:0]',
    '[fe00::1]',
    'files.example.com',
    'localhost.example.com',
    'localdomain',
    'ip6-localhost.example.com',
    'notlocalhost',
    'files',
    '127.0.0.1.example.com',
  ],
};

const nearestLast = ['public', 'private', 'linkLocal', 'loopback'] as const;
const urlOf = (host: string): URL => new URL(`https://${host}`);

describe('The proximity of a host', () => {
  for (const [locality, names] of Object.entries(hosts)) {
    for (const name of names) {
      it(`is ${locality} for ${name}`, () => assert.equal(classifyHost(urlOf(name).hostname), locality));
    }
  }

  it('increases in the order public, private, link-local, loopback', () => {
    for (const [place, locality] of nearestLast.entries()) {
      for (const [otherPlace, other] of nearestLast.entries()) {
        const url = urlOf(hosts[locality][0]!);
        const base = urlOf(hosts[other][0]!);
        assert.equal(isCloser(url, base), place > otherPlace, `${locality} to ${other}`);
      }
    }
  });

  it('is loopback for every address that is certainly this computer', () => {
    const sure = Object.values(hosts)
      .flat()
      .filter((host) => isLoopback(urlOf(host)));
    assert.deepEqual(
      sure.filter((host) => !hosts.loopback.includes(host)),
      [],
    );
  });
});

describe('A host in another spelling', () => {
  const normalised = (host: string): string => normaliseHost(urlOf(host).hostname);

  it('is one of the names of this computer for all of them', () => {
    assert.deepEqual([...new Set(hosts.loopback.map(normalised))], ['localhost']);
  });

  it('is the same IPv4 address within an IPv6 one', () => {
    const carriers = ['[::ffff:10.1.2.3]', '[::10.1.2.3]', '[64:ff9b::10.1.2.3]', '[2002:a01:203::1]'];
    for (const host of [...carriers, '10.1.2.3.', '0xa010203']) assert.equal(normalised(host), '10.1.2.3');
  });

  it('is the same name in another case, and with a dot at its end', () => {
    for (const host of ['Sim.Example', 'sim.example.', 's%69m.example'])
      assert.equal(normalised(host), 'sim.example');
  });

  it('is another host for each other address and name', () => {
    const others = [...hosts.public, ...hosts.private].filter((host) => !host.includes('10.'));
    const ends = others.map(normalised);
    assert.ok(!ends.includes('localhost') && !ends.includes('sim.example') && !ends.includes('10.1.2.3'));
    for (const host of ['[2001:db8::1]', '192.0.2.1', 'files', 'localhost.example.com'])
      assert.equal(normalised(host), host.replace(/[[\]]/g, ''));
  });
});
