/** Pins: what the person keeps in the context, whatever has to go. The same again is no event. */
import { SkilldeckError } from '../../../shared/errors.ts';
import type { LiveSession } from '../live-session.ts';

/** @throws SkilldeckError `skill-not-loaded`. */
export function pinSkill(session: LiveSession, id: string, pinned: boolean): void {
  const skill = session.state.loadedSkills.find((loaded) => loaded.id === id);
  if (skill === undefined) {
    throw new SkilldeckError('skill-not-loaded', `Skill '${id}' is not loaded, so it cannot be pinned. Load it first.`);
  }
  if (skill.pinned !== pinned) session.append({ type: 'skill-pin-changed', skill: id, pinned });
}

/** @throws SkilldeckError `message-not-found`. */
export function pinMessage(session: LiveSession, seq: number, pinned: boolean): void {
  if (!session.state.messages.some((message) => message.seq === seq)) {
    throw new SkilldeckError(
      'message-not-found',
      'This message is no longer part of the conversation, so it cannot be pinned.',
    );
  }
  if (session.state.pinnedMessages.includes(seq) !== pinned) {
    session.append({ type: 'message-pin-changed', message: seq, pinned });
  }
}
