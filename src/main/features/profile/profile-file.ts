/** `HOME/profile.json`: only its owner can read it, and it is part of no export. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Profile, profileSchema } from '../../../shared/contract/profile.ts';
import { EMPTY_PROFILE } from '../../../shared/forms/empty-profile.ts';
import { readSmallFile } from '../../lib/read-small-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';

const OWNER_ONLY = 0o600;

export interface ProfileFile {
  /** Empty where there is none, or none that can be read: it only saves typing. */
  read(): Profile;
  write(profile: Profile): void;
  remove(): void;
}

export function profileFile(home: string): ProfileFile {
  const file = path.join(home, 'profile.json');
  return {
    read() {
      try {
        return profileSchema.parse(JSON.parse(readSmallFile(file) ?? 'null'));
      } catch {
        return EMPTY_PROFILE;
      }
    },
    write(profile) {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify(profile, null, 2)}\n`, OWNER_ONLY);
    },
    remove: () => rmSync(file, { force: true }),
  };
}
