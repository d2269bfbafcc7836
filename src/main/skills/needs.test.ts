import { expect, it } from 'vitest';
import { readNeeds } from './needs.ts';

const read = (metadata: Record<string, string>, compatibility = '') => readNeeds(metadata, compatibility, '/home/ada');
const nothing = { hosts: [], folders: [], programs: [], withSecret: [], refused: [] };

it.each([
  [
    { network: 'api.example.com, *.example.org https://x.example:8443/v1' },
    { hosts: ['api.example.com', '*.example.org', 'x.example:8443'] },
  ],
  [{ 'requires-network': 'true' }, { refused: [{ entry: 'true', why: 'too-broad' }] }],
  [{ network: '*, a.example' }, { hosts: ['a.example'], refused: [{ entry: '*', why: 'too-broad' }] }],
  [{ network: 'none' }, {}],
  [
    { 'network-with-secret': 'SHOP_TOKEN: api.shop.example; FARES_KEY: fares.example, *.fares.example' },
    {
      withSecret: [
        { name: 'SHOP_TOKEN', hosts: ['api.shop.example'] },
        { name: 'FARES_KEY', hosts: ['fares.example', '*.fares.example'] },
      ],
    },
  ],
  [
    { 'network-with-secret': 'api.shop.example; 1KEY: a.example; KEY: *' },
    {
      withSecret: [{ name: 'KEY', hosts: [] }],
      refused: [
        { entry: 'api.shop.example', why: 'malformed' },
        { entry: '1KEY: a.example', why: 'malformed' },
        { entry: '*', why: 'too-broad' },
      ],
    },
  ],
  [{ network: 'localhost:3000 127.0.0.1' }, { hosts: ['localhost:3000', '127.0.0.1'] }],
  [
    { network: 'api example *.com a..b' },
    {
      refused: [
        { entry: 'api', why: 'malformed' },
        { entry: 'example', why: 'malformed' },
        { entry: '*.com', why: 'too-broad' },
        { entry: 'a..b', why: 'malformed' },
      ],
    },
  ],
  [
    { folders: '~/Documents/trips (read), ~/Downloads (write), ~/notes, /data/x: rw' },
    {
      folders: [
        { path: '/home/ada/Documents/trips', write: false },
        { path: '/home/ada/Downloads', write: true },
        { path: '/home/ada/notes', write: false },
        { path: '/data/x', write: true },
      ],
    },
  ],
  [
    {
      folders:
        '/, ~, /home, ~/.ssh (read), /etc/ssl, ~/.cargo/bin (write), /usr/local/bin, ~/../.., relative/x, ~/a (everything)',
    },
    {
      refused: [
        ...['/', '~', '/home', '~/.ssh (read)', '/etc/ssl', '~/.cargo/bin (write)', '/usr/local/bin', '~/../..'].map(
          (entry) => ({ entry, why: 'too-broad' }),
        ),
        ...['relative/x', '~/a (everything)'].map((entry) => ({ entry, why: 'malformed' })),
      ],
    },
  ],
  [{ programs: 'git, curl git' }, { programs: ['git', 'curl'] }],
  [
    { programs: '* ../x' },
    {
      refused: [
        { entry: '*', why: 'too-broad' },
        { entry: '../x', why: 'malformed' },
      ],
    },
  ],
  [{ author: 'api.example.com' }, {}],
])('%j', (metadata, wanted) => {
  expect(read(metadata as Record<string, string>)).toEqual({ ...nothing, ...wanted });
});

it('counts text for people only if it names a host and mentions the network', () => {
  expect(read({}, 'Requires Python 3.11. Needs network access to api.example.com and *.cdn.example.').hosts).toEqual([
    'api.example.com',
    '*.cdn.example',
  ]);
  expect(read({}, 'Needs the internet for fill.py.')).toEqual(nothing);
  expect(read({}, 'No network access to api.example.com is needed.')).toEqual(nothing);
  expect(read({ network: 'a.example' }, 'Needs network access to b.example.').hosts).toEqual(['a.example']);
});
