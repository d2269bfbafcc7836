/** The material of a plan: everything read from one request, and the few steps that any plan is made of. */

import { type CatalogSkill, SEARCH } from '../catalog.ts';
import type { ToolUse, Turn } from '../conversation.ts';
import { SCRIPTS } from '../dialogue/observe.ts';
import type { DialogueState } from '../dialogue/state.ts';
import { languageOption } from '../dialogue/trip.ts';
import type { Words } from '../say.ts';
import { type RunOutcome, readScriptRun, type ScriptRun } from '../script-run.ts';
import {
  type LoadedSkill,
  purposeOf,
  quoteWord,
  type SkillFolders,
  type SkillReference,
  scriptsBeside,
  type Toolbox,
} from '../skills.ts';
import type { Answer, PlannedCall } from '../wire.ts';

export interface Desk {
  readonly state: DialogueState;
  /** Tells this session from another: the workspace section and the first message. */
  readonly session: string;
  /** The turn to answer. */
  readonly turn: Turn;
  /** All of them, that one too. */
  readonly turns: readonly Turn[];
  readonly toolbox: Toolbox;
  readonly catalog: readonly CatalogSkill[];
  readonly folders: SkillFolders;
  readonly loaded: readonly LoadedSkill[];
  readonly words: Words;
}

/** A step of a plan: what it was after, or the answer that has to come first. */
export type Step<T> = { readonly ready: T } | { readonly answer: Answer };

export function say(text: string): Answer {
  return { text };
}

/** The skill's instructions in the context, or the call that brings them there. */
export function needSkill(desk: Desk, id: string): Step<LoadedSkill> {
  const loaded = desk.loaded.find((skill) => skill.id === id);
  if (loaded !== undefined) return { ready: loaded };
  // In load mode `once` the instructions have gone again, and the commands run in this turn say where the scripts are.
  if (scriptRuns(desk).length > 0) return { ready: goneSkill(id) };
  const call = desk.toolbox.call('load-skill', { skill: id, path: 'SKILL.md', ...fileOf(desk, id, 'SKILL.md') });
  if (call === undefined) return { answer: say(desk.words.noLoadTool) };
  const tried = desk.turn.uses.find((use) => isSameCall(use, call));
  if (tried !== undefined) return { answer: say(desk.words.loadFailed(id, firstLine(tried.result))) };
  return { answer: { text: '', call } };
}

/** The call that looks for a skill which the list has no room for; once a turn, and undefined where nothing is left out. */
export function searchSkills({ toolbox, turn }: Desk, query: string): Answer | undefined {
  const call = turn.uses.some(({ name }) => name === SEARCH) ? undefined : toolbox.search(query);
  return call === undefined ? undefined : { text: '', call };
}

/** A reference's text, or the call that loads it; ready with nothing where the skill has none, or it would not load. */
export function needReference(desk: Desk, skill: LoadedSkill, path: string): Step<SkillReference | undefined> {
  const loaded = skill.loadedReferences.find((reference) => reference.path === path);
  if (loaded !== undefined) return { ready: loaded };
  if (!skill.references.includes(path)) return { ready: undefined };
  const tried = desk.turn.uses.some((use) => {
    const purpose = purposeOf(use, desk.folders);
    return purpose.ability === 'load-reference' && purpose.path === path;
  });
  const call = tried
    ? undefined
    : desk.toolbox.call('load-reference', { skill: skill.id, path, ...fileOf(desk, skill.id, path) });
  return call === undefined ? { ready: undefined } : { answer: { text: '', call } };
}

/** The call that runs one of the skill's scripts by the command that its instructions print. */
export function runScript(desk: Desk, skill: LoadedSkill, script: string, argv: readonly string[], text = ''): Answer {
  const printed = skill.scripts.find((one) => one.file === script)?.run;
  const before = skill.scripts.length > 0 ? undefined : scriptRuns(desk)[0]?.command;
  const run = printed ?? (before === undefined ? undefined : scriptsBeside(before)(script));
  if (run === undefined) return say(desk.words.noScript(script, skill.id));
  const command = [run, ...argv.map(quoteWord)].join(' ');
  const call = desk.toolbox.call('run-command', { skill: skill.id, command });
  return call === undefined ? say(desk.words.noRunTool) : { text, call };
}

/** The scripts that this turn has run so far, in order. */
function scriptRuns(desk: Desk): ScriptRun[] {
  return desk.turn.uses.flatMap((use) => readScriptRun(use) ?? []);
}

export function lastRunOf(desk: Desk, script: string): ScriptRun | undefined {
  return scriptRuns(desk).findLast((run) => run.script === script);
}

/** Says why a script did not run; undefined where it ran. */
export function notRun({ words }: Desk, outcome: RunOutcome, declined: string, undecided?: string): Answer | undefined {
  switch (outcome.kind) {
    case 'declined':
      return say(declined);
    case 'undecided':
      return undecided === undefined ? undefined : say(undecided);
    case 'unasked':
      return say(words.unasked);
    case 'not-run':
      return say(words.notRun(outcome.message));
    default:
      return undefined;
  }
}

/** The clock's script has told no time. */
export function clockFailed({ words }: Desk, outcome: RunOutcome): Answer {
  const problem = outcome.kind === 'failed' ? outcome.failure : outcome;
  return say(words.scriptFailed(SCRIPTS.time, 'message' in problem ? problem.message : problem.kind));
}

/** Runs the script for bookings. */
export const manage = (desk: Desk, skill: LoadedSkill, argv: readonly string[]): Answer =>
  runScript(desk, skill, SCRIPTS.manage, [...argv, ...languageOption(desk.state.language)]);

export function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 300) ?? '';
}

/** Its absolute path, where the request says in which folder the skill is. */
function fileOf(desk: Desk, skill: string, path: string): { file?: string } {
  const file = desk.folders.file(skill, path);
  return file === undefined ? {} : { file };
}

function isSameCall(use: ToolUse, call: PlannedCall): boolean {
  return use.name === call.name && JSON.stringify(use.arguments) === JSON.stringify(call.arguments);
}

function goneSkill(id: string): LoadedSkill {
  return { id, instructions: '', scripts: [], references: [], loadedReferences: [] };
}
