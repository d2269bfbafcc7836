import type { Profile } from '../contract/profile.ts';

export const EMPTY_PROFILE: Profile = { preferences: {}, saved: {}, recent: [] };
