/** Files that are not the run’s. */
import { existsSync, readFileSync } from 'node:fs';
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
]);
