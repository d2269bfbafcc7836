import { profileContract } from '../../../shared/contract/profile.ts';
import { EMPTY_PROFILE } from '../../../shared/forms/empty-profile.ts';
import { implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { newSession } from '../../core/environment-sessions.ts';
import { requestFormIn } from '../../tools/forms/skill-form.ts';
import { profileFile } from './profile-file.ts';

export function profileHandlers({ home, settings, skills, stock, reportBug }: Core) {
  const os = implementContract(profileContract, reportBug);
  const file = profileFile(home);
  return {
    get: os.get.handler(() => file.read()),
    change: os.change.handler(({ input: { preferences, saved, recent } }) => {
      const before = file.read();
      const next = {
        preferences: preferences ?? before.preferences,
        saved: saved ?? before.saved,
        recent: recent ?? before.recent,
      };
      file.write(next);
      return next;
    }),
    clear: os.clear.handler(() => {
      file.remove();
      return EMPTY_PROFILE;
    }),
    requests: os.requests.handler(async ({ input: { language } }) => {
      const scope = newSession(settings, undefined);
      const library = skills.of(scope);
      const { skills: found } = await library.refresh();
      const toUse = stock.rules.now(scope);
      return found.flatMap((skill) => {
        const form = toUse(skill).enabled ? requestFormIn(skill.dir, skill.id, language) : undefined;
        return form === undefined ? [] : [{ ...form, values: {} }];
      });
    }),
  };
}
