/** Skills as people write them, as many as wanted, from a seed that is always the same. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Bytes of a whole SKILL.md, about: the mean of the public collections. */
const SKILL_BYTES = 26 * 1024;

const BODY_LINE =
  'Read the file, check every field that the table names, and write down what was found. 再检查一次。\n';

/** The shapes of front matter that the public collections are made of, the common ones oftener. */
const SHAPES: readonly ((name: string, index: number) => string)[] = [
  (name, index) =>
    `name: ${name}\ndescription: Fills and reads form ${index} of the tax office. Use when a person names the form, its fields or its deadline.\nlicense: MIT`,
  (name, index) =>
    `name: ${name}\ndescription: "Plans trip ${index}: flights, hotels and trains. Use for 'book', 'cancel' and 'change'."\nallowed-tools: Read, Write, Bash`,
  (name, index) =>
    `name: ${name}\ndescription: 查询第 ${index} 号线路的航班与票价，并在用户要求订票、退票或改签时使用。\ntags: [travel, 机票]`,
  (name, index) =>
    `name: ${name}\ndescription: Draws chart ${index} from a table, with axes, legend and a caption - use it whenever numbers are to be compared.\nmetadata:\n  author: example-org\n  version: "1.${index % 10}"`,
  (name, index) =>
    `name: ${name}\ndescription: >-\n  Reviews contract ${index} clause by clause and lists what is unusual.\n  Use when a contract, an NDA or terms of service are attached.\nlicense: Apache-2.0`,
  (name, index) =>
    `name: ${name}\ndescription: Converts archive ${index} between zip, tar and 7z; keeps names, times and modes.\nwhen_to_use: When a file ends in .zip, .tar.gz or .7z\ncompatibility: Requires python 3.10 or newer`,
];

/** Writes `count` skill folders of about `bytes` each into `root` and gives the paths of their files. */
export function generateSkills(root: string, count: number, bytes = SKILL_BYTES): readonly string[] {
  const body = BODY_LINE.repeat(Math.ceil(bytes / Buffer.byteLength(BODY_LINE)));
  return Array.from({ length: count }, (_, index) => {
    const name = `skill-${String(index).padStart(5, '0')}`;
    const shape = SHAPES[index % SHAPES.length];
    const file = path.join(root, name, 'SKILL.md');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `---\n${shape?.(name, index)}\n---\n\n# ${name}\n\n${body}`);
    return file;
  });
}
