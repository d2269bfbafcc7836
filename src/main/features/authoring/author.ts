/** The author's view over the skill library: files in `skills/author`, tokens and messages in `check-skill.ts`. */
import path from 'node:path';
import { SkilldeckError } from '../../../shared/errors.ts';
import { countTokens } from '../../context/engine.ts';
import type { SessionCommands } from '../../session/commands.ts';
import { move } from '../../skill-import/move.ts';
import { readOrigin, removeOrigin, writeOrigin } from '../../skill-import/origins.ts';
import { checkFilePath } from '../../skills/author/file-path.ts';
import { listSkillFiles, readSkillFile, writeSkillFile } from '../../skills/author/files.ts';
import { copyFolder, createFolder, renameFolder } from '../../skills/author/make-skill.ts';
import { createFileTrash, moveSkillFile } from '../../skills/author/move-file.ts';
import { checkNewName, freeName } from '../../skills/author/skill-name.ts';
import { asFound, findPlace, mustBeWritable, type SkillPlace } from '../../skills/author/skill-place.ts';
import { templateFiles } from '../../skills/author/templates.ts';
import { fixSkill } from '../../skills/lint/fix.ts';
import type { SkillRoot } from '../../skills/types.ts';
import type { Author, NewSkill } from './author-commands.ts';
import { type CheckDeps, checkSkill } from './check-skill.ts';

export interface AuthorDeps extends CheckDeps {
  /** The data folder. */
  readonly home: string;
  /** In the order of precedence. */
  readonly roots: () => readonly SkillRoot[];
  readonly commands: Pick<SessionCommands, 'create' | 'get' | 'refresh' | 'rename' | 'switchSkill'>;
  /** Shows a file or folder in the file manager; false where there is none. */
  readonly reveal: (absolute: string) => Promise<boolean>;
}

export function createAuthor(deps: AuthorDeps): Author {
  const { library, home } = deps;
  const trash = createFileTrash(path.join(home, 'trash', 'files'), move, () => new Date());
  let last: Promise<unknown> = Promise.resolve();
  /** One change of the disk at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  const place = async (id: string): Promise<SkillPlace> => findPlace(await library.refresh(), id);

  /** What was changed is in the catalog before the answer. */
  const change = <T>(id: string, work: (at: SkillPlace) => T | Promise<T>): Promise<T> =>
    inTurn(async () => {
      const at = await place(id);
      mustBeWritable(at);
      try {
        return await work(at);
      } finally {
        library.invalidate([at.dir]);
        await library.refresh();
      }
    });

  const make = (root: string, work: () => Promise<string>): Promise<string> =>
    inTurn(async () => {
      const name = await work();
      library.invalidate([path.join(root, name)]);
      await library.refresh();
      return name;
    });

  const ownFile = (at: SkillPlace): string => path.relative(at.dir, at.file).split(path.sep).join('/');
  const notTheSkillFile = (at: SkillPlace, file: string): void => {
    if (file !== ownFile(at)) return;
    throw new SkilldeckError(
      'not-supported',
      `${file} makes the folder a skill, so it stays. Uninstall the skill instead.`,
    );
  };

  return {
    async tree(id) {
      const { name, dir, file, writable } = await place(id);
      return { skill: id, name, dir, writable, files: await listSkillFiles(dir, file) };
    },
    read: async (id, file) => readSkillFile((await place(id)).dir, file),
    write: (id, file, text, basedOn) => change(id, ({ dir }) => writeSkillFile(dir, file, text, basedOn)),
    moveFile: (id, from, to) =>
      change(id, (at) => {
        notTheSkillFile(at, from);
        moveSkillFile(at.dir, from, to);
      }),
    removeFile: (id, file) =>
      change(id, (at) => {
        notTheSkillFile(at, file);
        return trash.put(at.dir, file);
      }),
    restoreFile: (id, entry) => change(id, ({ dir }) => trash.restore(dir, entry)),
    check: (id, unsaved) => checkSkill(deps, id, unsaved),
    fix: (id, rule) =>
      change(id, async (at) => {
        const { model, limits } = deps.sessions.defaults();
        const options = {
          root: at.root,
          countTokens: (text: string) => countTokens(model, text),
          skillBudget: limits.skillBudget,
          others: [],
          shadowedBy: undefined,
        };
        return (await fixSkill(asFound(at), options, rule)).fixed.length;
      }),
    async create(skill) {
      const root = rootFor(deps.roots(), skill.root);
      return make(root, async () => {
        checkNewName(skill.name, root, await library.refresh());
        if (skill.description.trim() === '') {
          throw new SkilldeckError('bad-input', 'A skill needs a description: what it does, and when to use it.');
        }
        createFolder(root, skill.name, templateFiles(skill.template, skill));
        return skill.name;
      });
    },
    async duplicate(id, wanted) {
      const root = rootFor(deps.roots(), undefined);
      return make(root, async () => {
        const catalog = await library.refresh();
        const name = wanted === '' ? freeName(id, catalog, root) : wanted;
        checkNewName(name, root, catalog);
        await copyFolder(findPlace(catalog, id), root, name);
        return name;
      });
    },
    rename: (id, name) =>
      change(id, async (at) => {
        if (name === id) return id;
        checkNewName(name, path.dirname(at.dir), await library.refresh(), id);
        renameFolder(at, name);
        library.invalidate([path.join(path.dirname(at.dir), name)]);
        const origin = readOrigin(at.root, id);
        if (origin !== undefined) {
          writeOrigin(at.root, name, origin);
          removeOrigin(at.root, id);
        }
        return name;
      }),
    async reveal(id, file) {
      const { dir } = await place(id);
      if (file !== undefined) checkFilePath(file);
      const target = file === undefined ? dir : path.join(dir, file);
      return { path: target, shown: await deps.reveal(target) };
    },
    async tryIt(id) {
      const { dir } = await place(id);
      const { id: session } = deps.commands.create({ skills: ['none', dir], agent: 'none' });
      deps.commands.rename(session, id);
      await deps.commands.refresh(session);
      // One that is switched off, or cannot work here, is tried all the same: that was asked for.
      const isThere = deps.commands.get(session).state.catalog.length > 0;
      if (!isThere) await deps.commands.switchSkill(session, path.basename(dir), true);
      return session;
    },
  };
}

/** @throws SkilldeckError `not-supported` where the agent does not look into such a folder. */
function rootFor(roots: readonly SkillRoot[], asked: NewSkill['root']): string {
  const of = (source: SkillRoot['source']): string | undefined => roots.find((root) => root.source === source)?.dir;
  const dir = asked === undefined ? (of('user') ?? of('option')) : of(asked);
  if (dir !== undefined) return dir;
  throw new SkilldeckError(
    'not-supported',
    'This program was started with other folders of skills alone, and would not see it.',
  );
}
