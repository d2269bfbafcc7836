/** The skills as one look at the disk finds them, for all sessions that ask: after a save, those that are open. */
import type { SessionDeps, SkillSource } from '../session/deps.ts';
import { lookedAtOnce } from '../skills/discovery/looked-at-once.ts';
import type { SkillLibrary } from '../skills/types.ts';
import type { CoreParts } from './parts.ts';
import { skillSource } from './skill-source.ts';

type Parts = Pick<CoreParts, 'skills' | 'runWith' | 'stock'>;

export function oneLook({ skills, runWith, stock }: Parts): SessionDeps['skillsOf'] {
  const sources = new Map<SkillLibrary, SkillSource>();
  return (state) => {
    const library = skills.of(state);
    const source = sources.get(library) ?? listedOnce(skillSource(lookedAtOnce(library), runWith, stock));
    sources.set(library, source);
    return source;
  };
}

/** One list for all sessions with the same switches. */
function listedOnce(source: SkillSource): SkillSource {
  const lists = new Map<string, ReturnType<SkillSource['catalog']>>();
  return {
    ...source,
    catalog(scope) {
      const key = JSON.stringify([scope?.environment, scope?.skillSwitches]);
      const list = lists.get(key) ?? source.catalog(scope);
      lists.set(key, list);
      return list;
    },
  };
}
