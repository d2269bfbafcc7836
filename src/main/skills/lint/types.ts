/** Defines a rule and its input: one skill, read once, with nothing left to look up. */
import type { Diagnostic } from '../../../shared/events.ts';
import type { lint } from '../../../shared/messages/en/findings.ts';
import type { FindingCode, FindingFacts } from '../../../shared/messages/failure.ts';
import type { FileFault } from '../discovery/contained-file.ts';
import type { FieldsResult, FrontMatterSpan } from '../fields.ts';
import type { YamlFields } from '../yaml.ts';

export type Severity = Diagnostic['severity'];

/** 1-based; columns are UTF-16 code units, as editors and SARIF count them. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A rule's finding. Its figures may quote the skill: hidden characters in them are made visible by the linter. */
export interface RuleFinding extends SourcePosition, FindingFacts {
  /** Set if it differs from the rule's own. */
  readonly severity?: Severity;
}

export interface LintFinding extends SourcePosition {
  readonly severity: Severity;
  readonly rule: string;
  /** In English; a person reads the words of `code` in their language. */
  readonly message: string;
  readonly code: FindingCode;
  readonly figures?: Record<string, string | number>;
  readonly ignored?: string;
}

/** `binary`: with NUL bytes. `large`: over what is read. `unreadable`: there, but not for us. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' | 'not-utf8' | 'large' | 'unreadable' };

export type SyntaxOutcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'error'; readonly line: number; readonly column: number; readonly message: string }
  /** Its language needs a program that is missing or did not answer, or no program here reads it. */
  | { readonly kind: 'unchecked'; readonly why: 'missing' | 'silent' | 'language'; readonly program: string };

export interface SkillFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
  readonly content: FileContent;
  readonly syntax?: SyntaxOutcome;
  readonly tokens?: number;
}

/** An entry of the folder that is neither a regular file nor a folder, or leads out of it. */
export interface OddEntry {
  readonly path: string;
  readonly absolute: string;
  readonly kind: 'link-outside' | 'link-broken' | 'special' | 'too-many';
}

interface FrontMatter extends YamlFields {
  /** 1-based, of the first line of the YAML. */
  readonly firstLine: number;
}

export interface LintSkill {
  /** The folder's name. */
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
  /** Absolute, of its `SKILL.md`, however that is spelled. */
  readonly file: string;
  /** Reason why the file could not be read; then `text` is empty. */
  readonly fault: FileFault | 'too-large' | 'not-utf8' | undefined;
  /** The whole file, its BOM included. */
  readonly text: string;
  readonly span: FrontMatterSpan;
  readonly front: FrontMatter | undefined;
  readonly loaded: FieldsResult | undefined;
  /** UTF-16 offset of the body in `text`; its end where there is no body. */
  readonly bodyStart: number;
  readonly body: string;
  readonly bodyTokens: number;
  /** Tokens of all that a load adds: text, frame and tools. */
  readonly loadTokens: number;
  /** The references that the agent is offered (`.md`, `.txt`, `references/`, `assets/`). */
  readonly references: readonly SkillFile[];
  /** Everything below `scripts/`. */
  readonly scripts: readonly SkillFile[];
  /** Paths of the scripts that are meant to be run. */
  readonly entries: readonly string[];
  /** Every file but the `SKILL.md`. */
  readonly files: readonly SkillFile[];
  readonly odd: readonly OddEntry[];
  /** Files of other skills with the same id in the same run; of two, the first by path wins. */
  readonly shadowedBy: string | undefined;
  /** Tokens above which a load is refused. */
  readonly skillBudget: number;
}

export type Change =
  | { readonly kind: 'write'; readonly file: string; readonly before: string; readonly after: string }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string }
  | { readonly kind: 'executable'; readonly file: string; readonly before: number; readonly mode: number };

/** A rule's findings in steps: at `undefined`, yielded after each of many files, the caller may let other work run. */
export type Findings = Iterable<RuleFinding | undefined>;

/** One thing that is looked at; its examples are in `test-kit/examples.ts`. */
export interface Rule {
  /** Its title is the message of this key; its reason and what its fix does are in `messages/rule-words.ts`. */
  readonly id: keyof typeof lint;
  readonly severity: Severity;
  /** Pure; never throws, regardless of the skill's content. */
  readonly check: (skill: LintSkill) => Findings;
  /** Empty where this case is not mechanical. */
  readonly fix: ((skill: LintSkill) => readonly Change[]) | undefined;
}

export const rule = (id: Rule['id'], severity: Severity, check: Rule['check'], fix?: Rule['fix']): Rule => ({
  id,
  severity,
  check,
  fix,
});
