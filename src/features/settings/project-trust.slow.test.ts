import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppOptions } from '../../main/api.ts';
import { type Client, openApp } from '../../main/core/test-kit/open-app.ts';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';

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
      skills: [
        { id: 'book-flight', heldBack: 'untrusted', replaces: true },
        { id: 'evil', description: 'Says evil.', heldBack: 'untrusted' },
      ],
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

const write = (file: string, content: string): void => {
  const whole = path.join(root, 'project', file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, content);
};
const heldBack = async (client: Client) => {
  const { skills } = await client.trust.get({});
  return skills.flatMap(({ id, heldBack: why, replaces }) =>
    why === undefined ? [] : [[id, why, ...(replaces === true ? ['replaces'] : [])].join(' ')],
  );
};
const sourceOf = async (client: Client, id: string) =>
  (await client.skills.list({ counted: false })).skills.find((one) => one.id === id)?.source;
const SCRIPT = '.agents/skills/evil/scripts/x.py';

describe('a folder that was trusted', () => {
  beforeEach(async () => {
    rmSync(path.join(root, 'project/.agents/skills/book-flight'), { recursive: true });
    write(SCRIPT, 'print(1)');
    await withApp((client) => client.trust.set({ trusted: true }));
  });

  it('does not vouch for skills that come later, by folders or by a link', async () => {
    await withApp(async (client) => {
      write('.skilldeck/skills/book-flight/SKILL.md', skill('book-flight'));
      write('docs/skills/linked/SKILL.md', skill('linked'));
      symlinkSync('docs', path.join(root, 'project/.claude'));
      expect(await heldBack(client)).toEqual(['book-flight new replaces', 'linked new']);
      expect(await sourceOf(client, 'book-flight')).toBe('bundled');
      const { sessionId } = await client.sessions.create({});
      await expect(client.skills.load({ sessionId, skill: 'linked' })).rejects.toThrow();
      await client.trust.set({ trusted: true });
      expect(await heldBack(client)).toEqual([]);
      expect(await sourceOf(client, 'book-flight')).toBe('project');
    });
  });

  it('does not vouch for what its links lead to', async () => {
    const dir = path.join(root, 'project/.agents/skills/evil');
    write('.agents/skills/shared.md', skill('evil'));
    renameSync(path.join(dir, 'SKILL.md'), path.join(root, 'SKILL.md'));
    symlinkSync('../shared.md', path.join(dir, 'SKILL.md'));
    write('.agents/skills/evil/.git/refs/x.md', 'one');
    write('.agents/skills/evil/.DS_Store', 'seen by Finder');
    symlinkSync('.git/refs', path.join(dir, 'references'));
    await withApp(async (client) => {
      const changes = [
        ['.agents/skills/shared.md', skill('evil').replace('Body', 'Bodi')],
        ['.agents/skills/evil/.git/refs/x.md', 'two'],
      ] as const;
      for (const [file, content] of changes) {
        await client.trust.set({ trusted: true });
        expect(await heldBack(client)).toEqual([]);
        write('.agents/skills/evil/.git/index', content);
        write('.agents/skills/evil/.DS_Store', content);
        expect(await heldBack(client)).toEqual([]);
        write(file, content);
        expect(await heldBack(client)).toEqual(['evil changed']);
      }
    });
  });

  it.each<[string, () => void]>([
    ['its instructions', () => write('.agents/skills/evil/SKILL.md', skill('evil').replace('Body', 'Bodi'))],
    ['a hidden file', () => write('.agents/skills/evil/.lib/x.py', '')],
    ['a bytecode file', () => write('.agents/skills/evil/scripts/__pycache__/x.cpython-312.pyc', '')],
    ['a link', () => symlinkSync('scripts/x.py', path.join(root, 'project/.agents/skills/evil/y.py'))],
    [
      'a file under another name',
      () => {
        const scripts = path.join(root, 'project/.agents/skills/evil/scripts');
        renameSync(path.join(scripts, 'x.py'), path.join(scripts, 'y.py'));
      },
    ],
    [
      'a script with its size and time as before',
      () => {
        write(SCRIPT, 'print(2)');
        utimesSync(path.join(root, 'project', SCRIPT), 1, 1);
      },
    ],
  ])('does not vouch for a skill after a change of %s', async (_what, change) => {
    utimesSync(path.join(root, 'project', SCRIPT), 1, 1);
    await withApp(async (client) => {
      expect(await heldBack(client)).toEqual([]);
      change();
      expect(await heldBack(client)).toEqual(['evil changed']);
      expect(await listed(client)).toContainEqual(['evil', 'project', false, false]);
    });
  });

  it('vouches again for a skill that is as it was', async () => {
    await withApp(async (client) => {
      write(SCRIPT, 'print(2)');
      expect(await heldBack(client)).toEqual(['evil changed']);
      write(SCRIPT, 'print(1)');
      expect(await heldBack(client)).toEqual([]);
    });
  });

  it('trusts what the question showed, not what came while it was open', async () => {
    await withApp(async (client) => {
      write(SCRIPT, 'print(2)');
      write('.agents/skills/other/SKILL.md', skill('other'));
      const shown = (await client.trust.get({})).skills.flatMap(({ digest }) => digest ?? []);
      write('.agents/skills/other/SKILL.md', skill('other').replace('Body', 'More'));
      write('.agents/skills/third/SKILL.md', skill('third'));
      await client.trust.set({ trusted: true, shown });
      expect(await heldBack(client)).toEqual(['other new', 'third new']);
    });
  });

  it.each([
    [1_998, undefined],
    [1_999, 'evil too-large'],
  ])('vouches for a skill of at most 2,000 files and folders (%i more)', async (more, why) => {
    rmSync(path.join(root, 'project/.agents/skills/evil/scripts'), { recursive: true });
    for (let at = 1; at < more; at += 1) write(`.agents/skills/evil/a/${at}`, '');
    await withApp(async (client) => {
      write('.agents/skills/evil/last', '');
      await client.trust.set({ trusted: true });
      expect(await heldBack(client)).toEqual(why === undefined ? [] : [why]);
    });
  });
});

it('trusts for one run what is there when it begins', async () => {
  await withApp(
    async (client) => {
      expect(await listed(client)).toEqual(TRUSTED);
      write('.skilldeck/skills/book-flight/SKILL.md', skill('book-flight'));
      expect(await heldBack(client)).toEqual(['book-flight new']);
    },
    { trustProject: true },
  );
});
