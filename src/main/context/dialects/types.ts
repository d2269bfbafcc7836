/** A dialect as a request sees it: words and places, one table each, over the same state and operations. */
import type { CatalogEntry, PartFacts } from '../../../shared/events.ts';
import type { LoadedReference, LoadedSkill, SessionState } from '../../../shared/session-state.ts';
import type { SkillList } from '../../../shared/skill-list.ts';
import type { SkillDocument } from '../../skills/types.ts';

/** A piece of the system message: joining them gives the message, counting them gives the token table. */
export interface Section {
  readonly part: PartFacts;
  readonly text: string;
  /** List of skills only: the parts of `text` that belong to each skill. */
  readonly lines?: readonly SkillLine[];
}

export interface SkillLine {
  readonly skill: string;
  /** UTF-16 characters. */
  readonly from: number;
  readonly length: number;
}

/** The list of skills in a dialect's words, a line or an element each. */
export interface ListText {
  readonly head: string;
  readonly skills: readonly (readonly [skill: string, text: string])[];
  /** Says how many skills the list leaves out; absent where it has all. */
  readonly more?: string | undefined;
  readonly end?: string;
}

/** Something loaded, under its heading, with the `seq` of the event that loaded it. */
export interface DocumentSection extends Section {
  readonly part: PartFacts & {
    readonly kind: 'skill' | 'reference';
    readonly skill: string;
    readonly event: number;
  };
}

/** The command that runs a script on this machine, valid as shown. */
export type RunWith = (script: string) => Promise<string>;

/** Facts for the Workspace section. */
export interface WorkspaceFacts {
  readonly workspace: string;
  readonly catalog: readonly CatalogEntry[];
  readonly runWith: RunWith;
}

export interface DialectPrompt {
  /** Opens every request; the log keeps it. */
  readonly basePrompt: string;
  /** The text of the Workspace section; the log keeps it. */
  workspaceSection(facts: WorkspaceFacts): Promise<string>;
  /** The list of these skills, which `sections` or a tool's description has: its budget counts it. */
  list(state: SessionState, listed: SkillList): ListText;
  /** Sections after Workspace, from the state alone, so that every request can be rebuilt from the log. */
  sections(state: SessionState): readonly Section[];
  /** A skill as a load brings it into the context; the log keeps it. */
  instructions(document: SkillDocument, runWith: RunWith): Promise<string>;
  /** Includes its heading, for use outside the result of the loading call. */
  skillText(skill: Pick<LoadedSkill, 'id' | 'instructions'>): string;
  referenceText(skill: Pick<LoadedSkill, 'id'>, reference: Pick<LoadedReference, 'path' | 'text'>): string;
  /** Loaded texts at the end of the system message, with placement `system`. */
  loadedSections(documents: readonly DocumentSection[]): readonly Section[];
}
