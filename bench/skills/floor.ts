/** Lower bound for any front matter loader: open, read 4 KiB, close, and split the fields minimally. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

const HEAD_BYTES = 4 * 1024;
const head = Buffer.alloc(HEAD_BYTES);

/** A slice would keep the head that it was cut from alive. */
const copy = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

export interface FloorSkill {
  readonly file: string;
  readonly fields: readonly string[];
}

/** Knows nothing of YAML, of links, of broken files or of changes. */
export function floorLoad(root: string): readonly FloorSkill[] {
  return readdirSync(root).map((name) => {
    const file = `${root}/${name}/SKILL.md`;
    const fd = openSync(file, 'r');
    const count = readSync(fd, head, 0, HEAD_BYTES, 0);
    closeSync(fd);
    const text = head.toString('utf8', 0, count);
    const fields = text.slice(4, text.indexOf('\n---', 4)).split('\n');
    return { file, fields: fields.map((line) => copy(line.slice(line.indexOf(':') + 1))) };
  });
}
