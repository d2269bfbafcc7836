/** Remembered answers of forms (`features/bookings/contract.ts`). */

import type { CommandContext } from '../../renderer/store/command-context.ts';
import type { FormAnswers, FormLanguage, FormListItem, RecentRequest } from '../../shared/forms/forms.ts';
import { EMPTY_PROFILE, type Profile } from './contract.ts';

export interface ProfileData {
  /** Undefined until it was read. */
  readonly profile: Profile | undefined;
}

export const NO_PROFILE: ProfileData = { profile: undefined };

/** Recent requests that are kept. */
const MOST_RECENT = 4;

/** None throws: a failure is shown as a toast, and what was to be remembered is not. */
export function profileCommands({ connection, data, attempt, done }: CommandContext<ProfileData>) {
  const { profile } = connection.client;
  const now = async (): Promise<Profile> => data.getState().profile ?? profile.get({});
  const change = (make: (before: Profile) => Partial<Profile>) =>
    done(async () => data.setState({ profile: await profile.change(make(await now())) }));
  return {
    /** Into `profile`, once. */
    async load() {
      if (data.getState().profile !== undefined) return;
      data.setState({ profile: (await attempt(() => profile.get({}))) ?? EMPTY_PROFILE });
    },
    /** The request forms of the skills; none where they could not be read. */
    requests: async (language: FormLanguage) => (await attempt(() => profile.requests({ language }))) ?? [],
    prefer: (form: string, answers: FormAnswers) =>
      change(({ preferences }) => ({ preferences: { ...preferences, [form]: answers } })),
    /** Things of a list, in place of those that were saved. */
    save: (list: string, items: readonly FormListItem[]) =>
      change(({ saved }) => {
        const { [list]: _old, ...others } = saved;
        return { saved: items.length === 0 ? others : { ...others, [list]: [...items] } };
      }),
    asked: (request: Pick<RecentRequest, 'form' | 'answers'>) =>
      change(({ recent }) => {
        const text = keyOf(request);
        const others = recent.filter((one) => keyOf(one) !== text);
        return { recent: [{ ...request, at: new Date().toISOString() }, ...others].slice(0, MOST_RECENT) };
      }),
    forgetRecent: () => change(() => ({ recent: [] })),
    clear: () => done(async () => data.setState({ profile: await profile.clear({}) })),
  };
}

/** Tells apart what was asked, in whatever order the fields were filled in. */
const keyOf = ({ form, answers }: Pick<RecentRequest, 'form' | 'answers'>): string =>
  [
    form,
    ...Object.entries(answers)
      .map(([name, value]) => `${name}=${String(value)}`)
      .sort(),
  ].join('\n');
