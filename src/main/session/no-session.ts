import { SkilldeckError } from '../../shared/errors.ts';

export const noSession = (id: string): SkilldeckError =>
  new SkilldeckError(
    'session-not-found',
    `There is no session '${id}'. 'skilldeck sessions list' shows those that exist.`,
  );
