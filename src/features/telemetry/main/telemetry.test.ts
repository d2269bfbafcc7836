import { expect, it } from 'vitest';
import { changed } from './handlers.ts';

const stored = { endpoint: 'https://a.example/otel', headers: { authorization: 'Basic $KEY' }, contents: true };

it('changes the given fields and keeps the rest', () => {
  expect(changed(stored, { contents: false })).toEqual({ ...stored, contents: false });
  expect(changed(stored, { protocol: 'http/protobuf' })).toEqual({ ...stored, protocol: 'http/protobuf' });
  expect(changed({}, { endpoint: ' http://127.0.0.1:4318 ' })).toEqual({ endpoint: 'http://127.0.0.1:4318' });
});

it('gives the headers of one address to no other', () => {
  expect(changed(stored, { endpoint: 'https://a.example/other' })).toHaveProperty('headers');
  for (const endpoint of ['https://b.example/otel', 'http://a.example/otel', '', null])
    expect(changed(stored, { endpoint })).not.toHaveProperty('headers');
});

it('refuses an address that is not http', () => {
  for (const endpoint of ['a.example', 'ftp://a.example', 'javascript:1'])
    expect(() => changed(stored, { endpoint })).toThrow("isn't an http address");
});
