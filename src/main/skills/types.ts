import type { DeclaredTool } from '../../shared/context-views.ts';
import type { SkilldeckError } from '../../shared/errors.ts';
import type { Diagnostic, SkillSource } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';

/** `skill-not-found`, with the ids that exist. */
export function noSkill(id: string, skills: readonly { readonly id: string }[]): SkilldeckError {
  const ids = skills.map((one) => one.id).join(', ');
  return detailed('skill-not-found', ids === '' ? 'skill-none' : 'skill-missing', { id, ids });
}

/** A folder that holds skill folders, at any depth up to a bound, or is one itself. */
export interface SkillRoot {
  readonly dir: string;
  readonly source: SkillSource;
  /** Somebody's folder or repository, not a root of an agent: dot folders are entered, and a skill at its top is the only one. */
  readonly collection?: boolean;
}

/** Front matter, carried as a whole: a field is added here and read in `front-matter/fields.ts`. */
export interface SkillFields {
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
  readonly tags: readonly string[];
  /** False for `disable-model-invocation: true`: the model is not told of it. */
  readonly modelInvocable?: false;
  /** False for `user-invocable: false`: the person is not offered it. */
  readonly userInvocable?: false;
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly allowedTools: readonly string[];
}

/** Kept between requests: a skill's front matter, never its body. */
export interface SkillSummary extends SkillFields {
  /** The folder's name. */
  readonly id: string;
  readonly source: SkillSource;
  /** Absolute and real, of the root where it was found. */
  readonly root: string;
  /** Absolute and real. */
  readonly dir: string;
  /** Absolute path of its `SKILL.md`, however that is spelled. */
  readonly file: string;
}

/** A folder with a `SKILL.md` that cannot be used. It shadows nothing. */
export interface BrokenSkill {
  readonly id: string;
  readonly source: SkillSource;
  readonly dir: string;
  readonly file: string;
  readonly reason: Diagnostic;
}

/** Decides which skills of projects may be used. */
export interface SkillTrust {
  /** Reads the files of all skills of the project that are there. */
  look(skills: readonly SkillSummary[]): Promise<void>;
  /** Answers by the last look, for many skills at once. */
  allowed(): (skill: SkillSummary) => boolean;
}

export interface Catalog {
  /** One per id, sorted by id; of several with one id the first root's, and of allowed ones before others. */
  readonly skills: readonly SkillSummary[];
  readonly broken: readonly BrokenSkill[];
  /** All diagnostics: broken skills, invalid fields, shadowed names, refused links, missing roots. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReferenceFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** False for a binary file: listed, and cannot be loaded. */
  readonly text: boolean;
}

export interface ScriptFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  readonly absolute: string;
}

export interface SkillDocument {
  readonly summary: SkillSummary;
  /** Everything after the line break that ends the closing fence, byte for byte. */
  readonly body: string;
  /** Text before the body: the fences and the YAML between them, unchanged. */
  readonly frontMatter?: string;
  /** Hash of the whole `SKILL.md`'s bytes. */
  readonly sha256: string;
  readonly references: readonly ReferenceFile[];
  readonly scripts: readonly ScriptFile[];
  /** From its `tools.yaml`; absent without one. */
  readonly tools?: SkillTools;
}

/** The function tools that a skill brings, as its `tools.yaml` says it and the disk allows it. */
export interface SkillTools {
  readonly tools: readonly DeclaredTool[];
  /** For what is left out: reason, file and line. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReferenceText {
  /** Same form as in `ReferenceFile`, whatever spelling was requested. */
  readonly path: string;
  /** Without a leading BOM, otherwise unchanged. */
  readonly text: string;
  readonly bytes: number;
}

export interface SkillLibrary {
  /**
   * Looks at the roots again; reads only what is new or changed. Never throws for what it finds there. Calls while one is
   * under way share the next one, so that each sees what was on the disk when it was made.
   */
  refresh(): Promise<Catalog>;
  /** Result of the last `refresh`; empty before the first. */
  catalog(): Catalog;
  /** @throws SkilldeckError `skill-not-found` (lists the ids), `skill-broken` (says why). */
  read(id: string): Promise<SkillDocument>;
  /** @throws SkilldeckError `reference-not-found` (lists the skill's files), and those of `read`. */
  readReference(id: string, path: string): Promise<ReferenceText>;
}
