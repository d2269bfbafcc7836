/** Folders of skills on the real disk, for as long as `tempFolder` keeps them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';

export interface SkillTree {
  /** Absolute and real. */
  readonly dir: string;
  at(...parts: readonly string[]): string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
}

export function makeSkillTree(files: Readonly<Record<string, string | Uint8Array>> = {}): SkillTree {
  const dir = tempFolder();
  const at = (...parts: readonly string[]): string => path.join(dir, ...parts);
  const write: SkillTree['write'] = (contents) => {
    for (const [file, content] of Object.entries(contents)) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
    }
  };
  write(files);
  return { dir, at, write };
}

export function skillText(
  name: string,
  description = `Does ${name}. Use it for ${name}.`,
  body = `# ${name}\n`,
): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}
