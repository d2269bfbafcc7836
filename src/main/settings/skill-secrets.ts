/**
 * Secrets that the person gave to skills. The values are one sealed text (the system's store, or a file of mode 0600);
 * what is there, for whom and since when is in `HOME/skill-secrets.json`, which holds no value.
 */
import path from 'node:path';
import { z } from 'zod';
import { detailed } from '../../shared/messages/failure.ts';
import type { KeyStore } from './keys.ts';
import { listFile } from './list-file.ts';

const secretSchema = z.object({
  skill: z.string(),
  name: z.string(),
  /** Real, of the skill that it was given to: another folder of that name is another skill. */
  dir: z.string(),
  /** Hosts, folders and programs that the skill could reach when the secret was given, as shown to the user. */
  reach: z.array(z.string()),
  /** ISO 8601. */
  at: z.string(),
  kept: z.enum(['os', 'file', 'environment']),
});
export type SkillSecret = z.infer<typeof secretSchema>;
const valuesSchema = z.record(z.string(), z.string());

export type SkillSecrets = ReturnType<typeof skillSecrets>;

const keyOf = (skill: string, name: string): string => `${skill}/${name}`;

export function skillSecrets(home: string, keeper: KeyStore) {
  const { list: all, write } = listFile(path.join(home, 'skill-secrets.json'), 'secrets', secretSchema);
  const parsed = (text: string | undefined): Readonly<Record<string, string>> | undefined => {
    try {
      return valuesSchema.safeParse(JSON.parse(text ?? '{}')).data;
    } catch {
      return undefined;
    }
  };
  const valuesByKey = async () => parsed(await keeper.get().catch(() => undefined)) ?? {};
  /** @throws SkilldeckError where they cannot be read: a change would write over those of other skills. */
  const valuesToChange = async () => {
    const values = parsed(await keeper.get());
    if (values !== undefined) return values;
    throw detailed('config-invalid', keeper.kind === 'file' ? 'secrets-in-file' : 'secrets-in-system', { home });
  };
  const others = (skill: string, name: string): SkillSecret[] =>
    all().filter((one) => one.skill !== skill || one.name !== name || one.kept !== keeper.kind);
  const list = (): readonly SkillSecret[] => all().filter(({ kept }) => kept === keeper.kind);
  return {
    /** Reads the file each time: a change from the command line counts at once in the app. */
    list,
    async set(secret: Omit<SkillSecret, 'kept'>, value: string) {
      const values = { ...(await valuesToChange()), [keyOf(secret.skill, secret.name)]: value };
      await keeper.set(JSON.stringify(values));
      write([...others(secret.skill, secret.name), { ...secret, kept: keeper.kind }]);
    },
    /** False where there is none. */
    async remove(skill: string, name: string) {
      const found = list().some((one) => one.skill === skill && one.name === name);
      const { [keyOf(skill, name)]: value, ...left } = await valuesToChange();
      if (value !== undefined) await keeper.set(Object.keys(left).length === 0 ? undefined : JSON.stringify(left));
      if (found) write(others(skill, name));
      return found || value !== undefined;
    },
    value: async (skill: string, name: string) => (await valuesByKey())[keyOf(skill, name)],
    values: async () => Object.values(await valuesByKey()),
  };
}
