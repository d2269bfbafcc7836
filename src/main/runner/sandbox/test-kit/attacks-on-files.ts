/** Files that are not the run’s. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { at, grouped } from './attack.ts';
import type { Field } from './field.ts';

const changed =
  (name: string) =>
  (field: Field): boolean =>
    !existsSync(at(field, name)) || readFileSync(at(field, name), 'utf8') !== 'untouched';
const made =
  (name: string) =>
  (field: Field): boolean =>
    existsSync(at(field, name));

const inData = (field: Field, name: string): string => path.join(field.home, name);
/** The person lets scripts write to this folder. */
const project = (field: Field) => ({ writable: [at(field, 'project')] });

export const FILES = grouped('files', [
  { name: 'write a new file outside', command: (f) => `echo x > ${at(f, 'new')}`, got: made('new') },
  {
    name: 'plant a Git hook',
    command: (f) => `echo x > ${at(f, '.git/hooks/post-merge')}`,
    got: made('.git/hooks/post-merge'),
  },
  { name: 'change a file outside', command: (f) => `echo x > ${at(f, 'keep.txt')}`, got: changed('keep.txt') },
  { name: 'delete a file outside', command: (f) => `rm -f ${at(f, 'keep.txt')}`, got: changed('keep.txt') },
  { name: 'read a file outside', command: (f) => `cat ${at(f, 'secret.txt')}` },
  {
    name: 'write through a link',
    command: (f) => `ln -sfn ${f.outside} "$WORK_DIR/l"; echo x > "$WORK_DIR/l/via"`,
    got: made('via'),
  },
  {
    name: 'write through a link swapped in',
    command: (f) =>
      `cd "$WORK_DIR"; mkdir -p a; (for i in $(seq 200); do ln -sfn ${f.outside} s; ln -sfn a s; done) & for i in $(seq 200); do echo x > s/raced; done 2>/dev/null; wait`,
    got: made('raced'),
  },
  {
    name: 'hard link to a file outside',
    command: (f) => `ln ${at(f, 'keep.txt')} "$WORK_DIR/h" && echo x > "$WORK_DIR/h"`,
    got: changed('keep.txt'),
  },
  {
    name: 'change the skill itself',
    command: (f) => `echo x >> ${at(f, 'skill/SKILL.md')}`,
    got: changed('skill/SKILL.md'),
  },
  {
    name: 'change the staged skills',
    command: () => 'echo x > "$SKILLS_DIR/planted" && echo GO""T; rm -f "$SKILLS_DIR/planted"',
  },
  { name: "read another session's file", command: (f) => `cat ${path.join(f.home, 'workspaces/other/out/mine.txt')}` },
  { name: "read the app's own data", command: (f) => `cat ${path.join(f.home, 'keys.json')}` },
  {
    name: "put a program before the app's own",
    command: (f) =>
      `echo x > ${path.join(f.home, 'shims/planted')} && echo GO""T; rm -f ${path.join(f.home, 'shims/planted')}`,
  },
  { name: 'rename a folder outside', command: (f) => `mv ${at(f, 'skill')} ${at(f, 'moved')}`, got: made('moved') },
  {
    name: 'make a program of a file outside',
    command: (f) => `chmod +x ${at(f, 'keep.txt')}`,
    got: (f) => (statSync(at(f, 'keep.txt')).mode & 0o111) !== 0,
  },
  {
    name: "change the app's settings",
    command: (f) => `echo x > ${inData(f, 'config.jsonc')}`,
    got: (f) => readFileSync(inData(f, 'config.jsonc'), 'utf8') !== 'untouched',
  },
  {
    name: "change the app's database, its folder granted",
    command: (f) => `echo x > ${inData(f, 'skilldeck.db')}`,
    request: (f) => ({ writable: [f.home, path.dirname(f.home)] }),
    got: (f) => readFileSync(inData(f, 'skilldeck.db'), 'utf8') !== 'untouched',
  },
  {
    name: 'change a Git hook in a granted folder',
    command: (f) => `echo x > ${at(f, 'project/.git/hooks/pre-commit')}`,
    request: project,
    got: changed('project/.git/hooks/pre-commit'),
  },
  {
    name: 'a Git hook in a granted folder, by its settings',
    command: (f) => `echo x > ${at(f, 'project/.git/config')}`,
    request: project,
    got: changed('project/.git/config'),
  },
  {
    name: 'another repository in place of the one in a granted folder',
    command: (f) => `cd ${at(f, 'project')} && mv .git old && mkdir -p .git/hooks && echo x > .git/hooks/pre-commit`,
    request: project,
    got: changed('project/.git/hooks/pre-commit'),
  },
  {
    name: 'a skill of a granted folder, by the folder around it',
    command: (f) =>
      `cd ${at(f, 'project')} && mv src old && mkdir -p src/mine && echo x > src/mine/SKILL.md || echo x > src/mine/SKILL.md`,
    request: (f) => ({ ...project(f), fixed: [at(f, 'project/src/mine')] }),
    got: changed('project/src/mine/SKILL.md'),
  },
  {
    name: 'change a skill in a granted folder',
    command: (f) => `echo x > ${at(f, 'project/.claude/skills/mine/SKILL.md')}`,
    request: project,
    got: changed('project/.claude/skills/mine/SKILL.md'),
  },
]);
