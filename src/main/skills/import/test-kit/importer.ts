/** An importer over a real data folder, and what can be seen of it from outside. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ImportSource } from '../../../../shared/skills/skill-import.ts';
import { createSkillLibrary } from '../../discovery/library.ts';
import { createSkillImports, type SkillImports } from '../skill-imports.ts';

export interface Importer {
  readonly imports: SkillImports;
  /** Temporary folder that contains `home/`. */
  readonly at: (...parts: readonly string[]) => string;
  write(name: string, content: string | Uint8Array): string;
  /** Every file below `HOME/skills`, hidden ones included. */
  installed(): readonly string[];
  /** Unpacked plans of this process. */
  leftovers(): readonly string[];
  clock: { now: Date };
  close(): void;
}

const filesBelow = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
      .sort();
  } catch {
    return [];
  }
};

export function makeImporter(): Importer {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-test-')));
  const at = (...parts: readonly string[]) => path.join(dir, ...parts);
  const home = at('home');
  const library = createSkillLibrary({ roots: [{ dir: path.join(home, 'skills'), source: 'user' }] });
  const clock = { now: new Date('2026-01-02T03:04:05.000Z') };
  const imports = createSkillImports({
    home,
    countTokens: async (text) => Math.ceil(text.length / 4),
    skillBudget: () => 8_000,
    tokensOf: async ({ body }) => ({ catalog: 10, instructions: body.length }),
    catalog: () => library.refresh(),
    now: () => clock.now,
  });
  return {
    imports,
    at,
    write(name, content) {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), content);
      return at(name);
    },
    installed: () => filesBelow(path.join(home, 'skills')),
    leftovers: () => readdirSync(os.tmpdir()).filter((name) => name.startsWith(`skilldeck-import-${process.pid}-`)),
    clock,
    close() {
      imports.dispose();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export const from = (address: string, more: { ref?: string; path?: string } = {}): ImportSource => ({
  kind: 'address',
  address,
  ...more,
});

export const SKILL =
  '---\nname: pdf-forms\ndescription: Fills PDF forms. Use when a form is to be filled. 填写表单。\n---\nBody.\n';
