/** The list of skills: all of them at once as the catalog has them, and whole those that are looked at. */
import type { StoreApi } from 'zustand/vanilla';
import type { Connection } from '../../client.ts';
import type { SessionData } from './session-state.ts';
import type { SkillsData, SkillsView } from './skills-state.ts';
import { agentOf, type WindowData } from './window-state.ts';

/** Up to as many are read without being asked for, and as many at a time: the contract's `only`. */
const READ_AT_ONCE = 200;

export function skillsFeed(connection: Connection, data: StoreApi<SkillsData & SessionData & WindowData>) {
  const { client } = connection;
  /** Oldest first. */
  const asked = new Set<string>();
  const remember = (ids: readonly string[]): void => {
    for (const id of ids) {
      asked.delete(id);
      asked.add(id);
    }
    for (const oldest of [...asked].slice(0, -READ_AT_ONCE)) asked.delete(oldest);
  };
  const place = () => {
    const sessionId = data.getState().selected;
    const input = sessionId === undefined ? agentOf(data.getState()) : { sessionId };
    const show = (view: SkillsView) => {
      if (data.getState().selected === sessionId) data.setState({ skills: view });
    };
    return { input, show };
  };

  return {
    /** Reads the whole list again; for long lists only the skills last requested, or the first ones. */
    async refresh() {
      const { input, show } = place();
      const list = await client.skills.list({ ...input, counted: false });
      // The first figures of a start wait for the encoding; the names need not.
      if (data.getState().skills === undefined) show(list);
      const ids = list.skills.map(({ id }) => id);
      const wanted = ids.length <= READ_AT_ONCE ? ids : ids.filter((id) => asked.has(id));
      const only = wanted.length === 0 ? ids.slice(0, READ_AT_ONCE) : wanted;
      if (only.length === 0) return show(list);
      show(withWhole(list, await client.skills.list({ ...input, only })));
    },
    /** Details that need reading the skill (tokens, references, scripts), for those that lack them. */
    async read(ids: readonly string[]) {
      remember(ids);
      const { input, show } = place();
      const lacking = (data.getState().skills?.skills ?? [])
        .filter(({ id, tokens }) => tokens === null && asked.has(id) && ids.includes(id))
        .map(({ id }) => id);
      for (let from = 0; from < lacking.length; from += READ_AT_ONCE) {
        const whole = await client.skills.list({ ...input, only: lacking.slice(from, from + READ_AT_ONCE) });
        const now = data.getState().skills;
        if (now !== undefined) show(withWhole(now, whole));
      }
    },
  };
}

function withWhole(list: SkillsView, { skills }: Pick<SkillsView, 'skills'>): SkillsView {
  const whole = new Map(skills.map((skill) => [skill.id, skill]));
  return { ...list, skills: list.skills.map((skill) => whole.get(skill.id) ?? skill) };
}
