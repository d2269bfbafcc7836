import type { SkillView } from '../../../shared/contract.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import type { Client } from '../../client.ts';

type LoadedOnDisk = NonNullable<Awaited<ReturnType<Client['skills']['list']>>['loaded']>[number];

export interface SkillsView {
  readonly skills: readonly SkillView[];
  readonly diagnostics: readonly Diagnostic[];
  /** For the selected session: its loaded skills beside their folders. */
  readonly loaded?: readonly LoadedOnDisk[] | undefined;
}

export interface SkillsData {
  readonly skills: SkillsView | undefined;
  /** Id of the skill in the author's view, which replaces the chat. */
  readonly author: string | undefined;
}

export const NO_SKILLS: SkillsData = { skills: undefined, author: undefined };
