/** Folders of skills on the real disk, for tests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface SkillTree {
  /** Absolute and real. */
  readonly dir: string;
  at(...parts: readonly string[]): string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  remove(): void;
}

export function makeSkillTree(files: Readonly<Record<string, string | Uint8Array>> = {}): SkillTree {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-skills-')));
  const at = (...parts: readonly string[]): string => path.join(dir, ...parts);
  const write: SkillTree['write'] = (contents) => {
    for (const [file, content] of Object.entries(contents)) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
    }
  };
  write(files);
  return { dir, at, write, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function skillText(
  name: string,
  description = `Does ${name}. Use it for ${name}.`,
  body = `# ${name}\n`,
): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
}
