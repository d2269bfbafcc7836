/**
 * The fold behind "how often used" of the skills list: of one session, what each skill was loaded and run for, and what
 * went wrong with it last. Over all events, those that a rewind replaced included: they happened. Pure.
 */
import type { EventOf, EventType, SessionEvent } from '../../../shared/events.ts';

interface SkillError {
  /** ISO 8601. */
  readonly at: string;
  readonly what: 'load' | 'script';
  /** End of the tool result that the model saw, where programs report their errors. */
  readonly text: string;
  readonly callId: string;
}

export interface SkillUse {
  readonly loads: number;
  readonly runs: number;
  /** ISO 8601, of the last load or run. */
  readonly lastUsed: string;
  /** Time of the last successful run. */
  readonly lastGood?: string | undefined;
  readonly error?: SkillError | undefined;
}

/** A call that is under way and is about a skill. */
export interface OpenCall {
  readonly skill: string;
  readonly what: SkillError['what'];
  /** The run is over; the tool's answer is still to come. */
  readonly ended?: 'well' | 'badly' | undefined;
  /** The tool has answered; the run continues in the background. */
  readonly answered?: true | undefined;
}

export interface SessionUse {
  readonly skills: Readonly<Record<string, SkillUse>>;
  readonly open: Readonly<Record<string, OpenCall>>;
}

export const NO_USE: SessionUse = { skills: {}, open: {} };

/** Events this fold uses; it ignores all others. */
export const USE_TYPES = [
  'skill-loaded',
  'reference-loaded',
  'tool-started',
  'tool-finished',
  'script-started',
  'script-finished',
] as const satisfies readonly EventType[];

/** Tools by which a model asks for a skill or a part of it, and the argument that names the skill. */
const ASKING: Readonly<Record<string, string>> = {
  load_skill: 'name',
  load_skill_reference: 'skill_name',
  skill_load: 'skill',
  skill_select_docs: 'skill',
  skill: 'skill',
  load_skill_through_path: 'skillId',
};

/** UTF-16 units of an error's text: a few lines. */
const MAX_ERROR_LENGTH = 600;

export function advanceUse(use: SessionUse, event: SessionEvent): SessionUse {
  switch (event.type) {
    case 'skill-loaded':
      return used(use, event.skill, event.at, { loads: 1, runs: 0 });
    case 'reference-loaded':
      return used(use, event.skill, event.at, { loads: 0, runs: 0 });
    case 'tool-started': {
      const skill = askedFor(event);
      return skill === undefined ? use : opened(use, event.callId, { skill, what: 'load' });
    }
    case 'script-started': {
      const skill = skillOfRun(use, event);
      if (skill === undefined) return use;
      return opened(used(use, skill, event.at, { loads: 0, runs: 1 }), event.callId, { skill, what: 'script' });
    }
    case 'script-finished':
      return ranOut(use, event);
    case 'tool-finished':
      return closed(use, event);
    default:
      return use;
  }
}

/** For copied events: usage counts in the original session, but the skills are also loaded in the branch. */
export function carryUse(use: SessionUse, event: SessionEvent): SessionUse {
  if (event.type !== 'skill-loaded' || Object.hasOwn(use.skills, event.skill)) return use;
  return { ...use, skills: { ...use.skills, [event.skill]: { loads: 0, runs: 0, lastUsed: '' } } };
}

/** A skill, and what a model calls its calls, may be named `constructor`. */
function entry<T>(entries: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function used(use: SessionUse, skill: string, at: string, more: Pick<SkillUse, 'loads' | 'runs'>): SessionUse {
  const before = entry(use.skills, skill) ?? { loads: 0, runs: 0 };
  const now = { ...before, loads: before.loads + more.loads, runs: before.runs + more.runs, lastUsed: at };
  return { ...use, skills: { ...use.skills, [skill]: now } };
}

const opened = (use: SessionUse, callId: string, call: OpenCall): SessionUse => ({
  ...use,
  open: { ...use.open, [callId]: call },
});

function askedFor({ name, arguments: text }: EventOf<'tool-started'>): string | undefined {
  const key = Object.hasOwn(ASKING, name) ? ASKING[name] : undefined;
  if (key === undefined) return undefined;
  try {
    const given: unknown = JSON.parse(text);
    const skill = typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined;
    return typeof skill === 'string' && skill !== '' ? skill : undefined;
  } catch {
    // Arguments that are no JSON name no skill.
    return undefined;
  }
}

/** Finds the loaded skill whose folder, named by its id, contains the script. The innermost folder wins. */
function skillOfRun({ skills }: SessionUse, { command, cwd }: EventOf<'script-started'>): string | undefined {
  const where = `${command}\n${cwd}/`.replaceAll('\\', '/');
  const places = Object.keys(skills).map((id) => ({ id, at: where.indexOf(`/${id}/`) }));
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.id;
}

function ranOut(use: SessionUse, event: EventOf<'script-finished'>): SessionUse {
  const call = entry(use.open, event.callId);
  if (call === undefined) return use;
  const isGood = event.exitCode === 0 && !event.timedOut;
  const ended =
    call.answered === true
      ? without(use, event.callId)
      : opened(use, event.callId, { ...call, ended: isGood ? 'well' : 'badly' });
  if (event.stopped === true) return without(use, event.callId);
  // The error text follows with the tool's answer; a background run has none.
  return isGood ? ranWell(ended, call, event.at) : failed(ended, call, event, '');
}

function ranWell(use: SessionUse, { skill }: OpenCall, at: string): SessionUse {
  const before = entry(use.skills, skill);
  return before === undefined ? use : { ...use, skills: { ...use.skills, [skill]: { ...before, lastGood: at } } };
}

function closed(use: SessionUse, event: EventOf<'tool-finished'>): SessionUse {
  const call = entry(use.open, event.callId);
  if (call === undefined) return use;
  const runsOn = call.what === 'script' && call.ended === undefined;
  const next = runsOn ? opened(use, event.callId, { ...call, answered: true }) : without(use, event.callId);
  const isFailure = call.what === 'load' ? !event.ok : call.ended === 'badly';
  return isFailure ? failed(next, call, event, tail(event.content)) : next;
}

function without(use: SessionUse, callId: string): SessionUse {
  const { [callId]: _closed, ...open } = use.open;
  return { ...use, open };
}

function failed(
  use: SessionUse,
  { skill, what }: OpenCall,
  { callId, at }: { readonly callId: string; readonly at: string },
  text: string,
): SessionUse {
  const before = entry(use.skills, skill) ?? { loads: 0, runs: 0, lastUsed: '' };
  return { ...use, skills: { ...use.skills, [skill]: { ...before, error: { at, what, text, callId } } } };
}

const tail = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length <= MAX_ERROR_LENGTH ? trimmed : `…${trimmed.slice(-MAX_ERROR_LENGTH)}`;
};
