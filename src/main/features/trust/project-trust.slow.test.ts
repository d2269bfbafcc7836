import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AppOptions } from '../../api/app-handle.ts';
import { type Client, openApp } from '../../core/test-kit/open-app.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let root: string;
const skill = (name: string): string => `---\nname: ${name}\ndescription: Says ${name}.\n---\nBody\n`;
beforeEach(() => {
  root = tempFolder();
  for (const id of ['evil', 'book-flight']) {
    mkdirSync(path.join(root, 'project/.agents/skills', id), { recursive: true });
    writeFileSync(path.join(root, 'project/.agents/skills', id, 'SKILL.md'), skill(id));
  }
});

async function withApp<T>(work: (client: Client) => Promise<T>, options: Partial<AppOptions> = {}): Promise<T> {
  const { client, close } = await openApp({
    home: path.join(root, 'home'),
    projectDir: path.join(root, 'project'),
    ...options,
  });
  return work(client).finally(close);
}
const listed = async (client: Client) => {
  const { skills } = await client.skills.list({ counted: false });
  return skills
    .filter(({ id }) => id === 'evil' || id === 'book-flight')
    .map(({ id, source, trusted, use }) => [id, source, trusted, use?.enabled]);
};
const UNTRUSTED = [
  ['book-flight', 'bundled', undefined, true],
  ['evil', 'project', false, false],
];
const TRUSTED = [
  ['book-flight', 'project', undefined, true],
  ['evil', 'project', undefined, true],
];

it('lists an untrusted folder’s skills, but hides them from the model and lets them shadow none', async () => {
  await withApp(async (client) => {
    expect(await listed(client)).toEqual(UNTRUSTED);
    expect((await client.skills.show({ skill: 'evil' })).trusted).toBe(false);
    expect(await client.trust.get({})).toMatchObject({
      folder: path.join(root, 'project'),
      trusted: false,
      decided: false,
      skills: [{ id: 'evil', description: 'Says evil.' }],
    });
    const { sessionId } = await client.sessions.create({});
    await expect(client.skills.load({ sessionId, skill: 'evil' })).rejects.toThrow();
    // No switch is above it.
    await client.skills.setEnabled({ skill: 'evil', enabled: true });
    expect(await listed(client)).toEqual(UNTRUSTED);
    const events = JSON.stringify(await client.sessions.events({ sessionId }));
    expect(events).not.toContain('Says evil');
  });
});

it('trusts a folder, also after a restart, until trust is revoked', async () => {
  await withApp((client) => client.trust.set({ trusted: true }));
  await withApp(async (client) => {
    expect(await listed(client)).toEqual(TRUSTED);
    await client.trust.set({ trusted: null });
    expect(await listed(client)).toEqual(UNTRUSTED);
    await client.trust.set({ trusted: false });
    expect(await client.trust.get({})).toMatchObject({ trusted: false, decided: true });
  });
});

it('limits trust for one run to that run', async () => {
  expect(await withApp(listed, { trustProject: true })).toEqual(TRUSTED);
  expect(await withApp(listed)).toEqual(UNTRUSTED);
});

it('trusts a folder, not a name; an unreadable file trusts nothing', async () => {
  await withApp((client) => client.trust.set({ trusted: true }));
  symlinkSync(path.join(root, 'project'), path.join(root, 'link'));
  expect(await withApp(listed, { projectDir: path.join(root, 'link') })).toEqual(TRUSTED);
  const file = path.join(root, 'home/trusted-folders.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('{', '{{'));
  expect(await withApp(listed)).toEqual(UNTRUSTED);
  await withApp((client) =>
    expect(client.trust.set({ trusted: true, dir: path.join(root, 'none') })).rejects.toThrow(),
  );
});
