import type { SessionEvent } from '../../shared/events.ts';
import { modelSkills, skillNamed } from '../../shared/skills/skill-list.ts';
import { obviousSkill } from '../skills/search.ts';
import type { LiveSession, SessionDeps } from './live-session.ts';

/**
 * Logs the skill that the last message was obviously for and that the run answered without: by the search for skills, so
 * no model is asked. Once in a session and skill. Called between the answer and the end of its run, whose `run-finished`
 * stays the last event. Not in evaluations, where a side without the skill would count against it.
 */
export async function noteMissedSkill(deps: SessionDeps, session: LiveSession): Promise<void> {
  const { kind, messages, catalog } = session.state;
  const answer = messages.at(-1);
  const said = messages.findLast((message) => message.role === 'user');
  if (kind !== undefined || said === undefined || answer?.role !== 'assistant' || !deps.notesMissedSkills()) return;
  if (answer.text.trim() === '' || answer.toolCalls.length > 0) return;
  // The answers of a form, or a changed fact, continue what was asked before.
  if (said.form !== undefined || said.fact !== undefined || skillNamed(said.text, catalog) !== undefined) return;
  const since = session.events.findLast(({ type, seq }) => type === 'run-finished' && seq < said.seq)?.seq ?? 0;
  const run = session.events.filter(({ seq }) => seq > since);
  if (run.some(({ type }) => type === 'skill-loaded')) return;
  const found = await obviousSkill(modelSkills({ catalog }), said.text);
  if (found === undefined || run.some((event) => isAbout(event, found.id))) return;
  const { loadedSkills, missedSkills = [] } = session.state;
  if ([...loadedSkills, ...missedSkills].some(({ id }) => id === found.id)) return;
  session.append({ type: 'skill-missed', skill: found.id, score: Math.round(found.score * 100) / 100 });
}

/** A call that names the skill, or a file in its folder: a load that was refused, its files read without a load. */
const isAbout = (event: SessionEvent, skill: string): boolean =>
  event.type === 'tool-started' && [`"${skill}"`, `/${skill}/`].some((name) => event.arguments.includes(name));
