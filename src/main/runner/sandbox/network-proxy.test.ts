import { describe, expect, it } from 'vitest';
import { grantedHosts, isInnerAddress, readGrant, readHostPort } from './network-proxy.ts';

const reaches = (grant: string, target: string): boolean => {
  const at = readHostPort(target);
  return at !== undefined && grantedHosts([grant]).allows(at);
};

describe('a granted host', () => {
  it.each([
    ['example.com', 'example.com:443', true],
    ['example.com', 'EXAMPLE.com.:80', true],
    ['example.com', 'example.com:22', false],
    ['example.com', 'api.example.com:443', false],
    ['example.com', 'example.com.evil.org:443', false],
    ['example.com', 'notexample.com:443', false],
    ['*.example.com', 'a.b.example.com:443', true],
    ['*.example.com', 'example.com:443', false],
    ['*.example.com', 'evilexample.com:443', false],
    ['*.example.com:8443', 'a.example.com:8443', true],
    ['*.example.com:8443', 'a.example.com:443', false],
    ['127.0.0.1:3000', '127.0.0.1:3000', true],
    ['[::1]:3000', '[::1]:3000', true],
    ['::1', '[::1]:443', true],
  ])('%s and %s: %s', (grant, target, allowed) => {
    expect(reaches(grant, target)).toBe(allowed);
  });

  it('is rejected if malformed, and never widened', () => {
    const wrong = ['', '*', '*.*.com', 'a*.com', 'http://example.com', 'example.com:0', 'example.com:99999'];
    expect(
      [...wrong, 'example.com:', '*.127.0.0.1', '*.0.0.1', '*.1.2', 'a b', 'a/b', '-a.com'].map(readGrant),
    ).toEqual(Array(wrong.length + 7).fill(undefined));
    expect(['example.com', ':80', 'a b:80', 'a:b:80', 'example.com:x', '[::1]'].map(readHostPort)).toEqual(
      Array(6).fill(undefined),
    );
  });

  it('leads to no internal address, in any spelling, unless one was granted', () => {
    const inner = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
    const inner6 = [
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '::ffff:0:127.0.0.1',
      '2001:0:53aa::1',
      'fec0::1',
      'fe80::1%lo',
    ];
    expect([...inner, ...inner6].filter((address) => !isInnerAddress(address))).toEqual([]);
    expect(
      ['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'].filter(isInnerAddress),
    ).toEqual([]);
    const { mayLeadTo } = grantedHosts(['example.com', '10.0.0.1']);
    expect(mayLeadTo({ host: 'example.com', port: 80 }, '10.0.0.1')).toBe(false);
    expect(mayLeadTo({ host: '10.0.0.1', port: 80 }, '10.0.0.1')).toBe(true);
  });
});
