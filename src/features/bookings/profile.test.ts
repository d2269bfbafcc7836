import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type Client, openApp } from '../../main/core/test-kit/open-app.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});

async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const { client, close } = await openApp({ home });
  return use(client).finally(close);
}

const EMPTY = { preferences: {}, saved: {}, recent: [] };

it('remembers each part separately, over a restart, readable by its owner only, and forgets all together', async () => {
  await withClient(async ({ profile }) => {
    expect(await profile.get({})).toEqual(EMPTY);
    await profile.change({ preferences: { 'book-flight/search': { from: 'London' } } });
    await profile.change({ saved: { 'book-flight/passengers/passengers': [{ name: 'Anna Baker', type: 'adult' }] } });
  });
  const file = path.join(home, 'profile.json');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  await withClient(async ({ profile }) => {
    expect(await profile.get({})).toEqual({
      preferences: { 'book-flight/search': { from: 'London' } },
      saved: { 'book-flight/passengers/passengers': [{ name: 'Anna Baker', type: 'adult' }] },
      recent: [],
    });
    expect(await profile.clear({})).toEqual(EMPTY);
    expect(() => statSync(file)).toThrow(/ENOENT/);
    writeFileSync(file, '{ "recent": 5');
    expect(await profile.get({})).toEqual(EMPTY);
  });
});

it('gives the request forms of the bundled skills, in the language that is asked for', async () => {
  await withClient(async ({ profile }) => {
    const [form, ...others] = await profile.requests({ language: 'zh' });
    expect(others).toEqual([]);
    expect(form).toMatchObject({ id: 'book-flight/search', title: '行程', request: true, values: {} });
    expect(form?.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['from', 'to', 'date', 'adults']));
  });
});
