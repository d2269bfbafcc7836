/** Every kind of repository over its real engine, for the same tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeZip } from '../../../../main/skills/import/read-zip.ts';
import { makeRepository, startGitHost } from '../../../../main/skills/import/test-kit/git-server.ts';
import { vanishingServer } from './vanishing-server.ts';

/** Keyed by id, then by file. */
export type Skills = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Engine {
  readonly address: string;
  readonly path?: string;
  /** Makes this all that it has. */
  hold(skills: Skills): Promise<void>;
  /** It is there no more, or does not answer. */
  vanish(): Promise<void>;
  /** After `vanish`, as it was before. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineKind {
  readonly name: string;
  /** Reason why its tests are skipped; undefined where it is here. */
  readonly missing?: string;
  /** @param dir absolute, empty; the caller's to remove. */
  start(dir: string): Promise<Engine>;
}

const nothing = async () => {};
const flat = (skills: Skills): Record<string, string> =>
  Object.fromEntries(
    Object.entries(skills).flatMap(([id, files]) =>
      Object.entries(files).map(([file, text]) => [`${id}/${file}`, text]),
    ),
  );

function writeAll(dir: string, skills: Skills): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  for (const [file, text] of Object.entries(flat(skills))) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text, { mode: file.includes('/scripts/') ? 0o755 : 0o644 });
  }
}

/** Gone and back by its name. */
const movable = (place: string) => ({
  vanish: async () => renameSync(place, `${place}.away`),
  comeBack: async () => renameSync(`${place}.away`, place),
  close: nothing,
});

const folder: EngineKind = {
  name: 'folder',
  async start(dir) {
    const place = path.join(dir, 'skills');
    return { address: place, hold: async (skills) => writeAll(place, skills), ...movable(place) };
  },
};

const zipOf = async (files: Readonly<Record<string, string>>): Promise<Buffer> => {
  const entries = Object.entries(files).map(([name, text]) => ({
    path: name,
    executable: false,
    read: () => Buffer.from(text),
  }));
  return (await writeZip(entries, 1_000_000)) ?? Buffer.alloc(0);
};

/** Classpath repository: a jar with `skills/ID/SKILL.md` beside classes. */
const jar: EngineKind = {
  name: 'jar',
  async start(dir) {
    const place = path.join(dir, 'team-skills.jar');
    return {
      address: place,
      async hold(skills) {
        const files = Object.entries(flat(skills)).map(([name, text]) => [`skills/${name}`, text]);
        const classes = { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'com/example/Main.class': 'CAFEBABE' };
        writeFileSync(place, await zipOf({ ...classes, ...Object.fromEntries(files) }));
      },
      ...movable(place),
    };
  },
};

/** An archive on the web. */
const download: EngineKind = {
  name: 'archive by address',
  async start() {
    let bytes = Buffer.alloc(0);
    const server = await vanishingServer((_request, response) => response.end(bytes));
    return {
      address: `${server.url}/team.zip`,
      hold: async (skills) => {
        bytes = Buffer.from(await zipOf(flat(skills)));
      },
      vanish: server.vanish,
      comeBack: server.comeBack,
      close: server.close,
    };
  },
};

const git: EngineKind = {
  name: 'git over http',
  async start(dir) {
    const repository = await makeRepository(path.join(dir, 'repo.git'));
    const host = await startGitHost(repository);
    return {
      address: `${host.url}/owner/repo`,
      path: 'skills',
      async hold(skills) {
        const files = Object.entries(flat(skills)).map(([name, text]) => [`skills/${name}`, text]);
        await repository.commit({ 'README.md': 'Skills of the team.\n', ...Object.fromEntries(files) });
      },
      vanish: async () => {
        host.answer = (request) => {
          request.socket.destroy();
          return true;
        };
      },
      comeBack: async () => {
        host.answer = undefined;
      },
      close: () => host.close(),
    };
  },
};

/** A clone on this disk, committed to by the installed git. */
const clone: EngineKind = {
  name: 'local git',
  async start(dir) {
    const place = path.join(dir, 'clone');
    const run = (...args: readonly string[]) =>
      execFileSync('git', ['-C', place, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
        stdio: 'pipe',
      });
    mkdirSync(place);
    run('init', '-q', '-b', 'main');
    return {
      address: `file://${place}`,
      async hold(skills) {
        writeAll(path.join(place, 'team'), skills);
        run('add', '-A');
        run('commit', '-q', '-m', 'Skills');
      },
      ...movable(place),
    };
  },
};

export const ENGINES: readonly EngineKind[] = [folder, jar, download, git, clone];
