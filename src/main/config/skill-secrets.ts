/**
 * Secrets that the person gave to skills. The values are one sealed text (the system's store, or a file of mode 0600);
 * what is there, for whom and since when is in `HOME/skill-secrets.json`, which holds no value.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../lib/make-folder.ts';
import { replaceFile } from '../lib/replace-file.ts';
import type { KeyKeeper } from './key-file.ts';

const secretSchema = z.object({
  skill: z.string(),
  /** Of the environment variable. */
  name: z.string(),
  /** Real, of the skill that it was given to: another folder of that name is another skill. */
  dir: z.string(),
  /** What the skill could reach when it was given, as the person was shown: hosts, folders, programs. */
  reach: z.array(z.string()),
  /** ISO 8601. */
  at: z.string(),
  kept: z.enum(['os', 'file', 'environment']),
});
export type SkillSecret = z.infer<typeof secretSchema>;
const fileSchema = z.object({ secrets: z.array(z.unknown()) });

export interface SkillSecrets {
  /** Read anew each time: what the command line changes counts at once in the app. */
  list(): readonly SkillSecret[];
  set(secret: Omit<SkillSecret, 'kept'>, value: string): Promise<void>;
  /** False where there is none. */
  remove(skill: string, name: string): Promise<boolean>;
  value(skill: string, name: string): Promise<string | undefined>;
  values(): Promise<readonly string[]>;
}

const keyOf = (skill: string, name: string): string => `${skill}/${name}`;

export function skillSecrets(home: string, keeper: KeyKeeper): SkillSecrets {
  const file = path.join(home, 'skill-secrets.json');
  const all = (): readonly SkillSecret[] => {
    try {
      const { secrets } = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      return secrets.flatMap((one) => secretSchema.safeParse(one).data ?? []);
    } catch {
      return [];
    }
  };
  const valuesByKey = async (): Promise<Readonly<Record<string, string>>> => {
    try {
      const parsed = z.record(z.string(), z.string()).safeParse(JSON.parse((await keeper.get()) ?? '{}'));
      return parsed.data ?? {};
    } catch {
      return {};
    }
  };
  const write = (secrets: readonly SkillSecret[]): void => {
    makeFolder(home, 0o700);
    replaceFile(file, `${JSON.stringify({ secrets }, null, 2)}\n`, 0o600);
  };
  const others = (skill: string, name: string): SkillSecret[] =>
    all().filter((one) => one.skill !== skill || one.name !== name || one.kept !== keeper.kind);
  const list = (): readonly SkillSecret[] => all().filter(({ kept }) => kept === keeper.kind);
  return {
    list,
    async set(secret, value) {
      const values = { ...(await valuesByKey()), [keyOf(secret.skill, secret.name)]: value };
      await keeper.set(JSON.stringify(values));
      write([...others(secret.skill, secret.name), { ...secret, kept: keeper.kind }]);
    },
    async remove(skill, name) {
      const found = list().some((one) => one.skill === skill && one.name === name);
      const { [keyOf(skill, name)]: value, ...left } = await valuesByKey();
      if (value !== undefined) await keeper.set(Object.keys(left).length === 0 ? undefined : JSON.stringify(left));
      if (found) write(others(skill, name));
      return found || value !== undefined;
    },
    value: async (skill, name) => (await valuesByKey())[keyOf(skill, name)],
    values: async () => Object.values(await valuesByKey()),
  };
}
