/** The remembered answers of forms, in memory. */
import { EMPTY_PROFILE, type Profile } from '../../../features/bookings/contract.ts';
import type { Form } from '../../../shared/forms/forms.ts';
import type { Answers } from './refused.ts';

export function fakeProfile(requests: readonly Form[]): Answers<'profile'> {
  let profile: Profile = EMPTY_PROFILE;
  return {
    profile: {
      requests: async () => [...requests],
      get: async () => profile,
      change: async (change) => {
        const { preferences = profile.preferences, saved = profile.saved, recent = profile.recent } = change;
        profile = { preferences, saved, recent };
        return profile;
      },
    },
  };
}
