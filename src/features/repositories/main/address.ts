/** Reads an address of a repository. */

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMysql, isPostgres } from '../../../main/databases/open-database.ts';
import { assertKeyless, withoutPassword } from '../../../main/lib/text.ts';
import {
  assertNoAccount,
  looksLikeWeb,
  needsSsh,
  readArchiveAddress,
  readShorthand,
} from '../../../main/skills/import/git.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { type RepositoryKind, repositoryNameSchema } from '../../../shared/skills/repositories.ts';

/** Undefined where it is of no kind that is known. */
export function kindOf(address: string): RepositoryKind | undefined {
  if (readArchiveAddress(address) !== undefined) return 'archive';
  if (/^https?:\/\/.+\/\.well-known\/(?:agent-)?skills(?:\/(?:index\.json)?)?$/i.test(address)) return 'index';
  if (/^oci:\/\//i.test(address)) return 'oci';
  if (isPostgres(address)) return 'postgres';
  if (isMysql(address)) return 'mysql';
  if (/^nacos:\/\//i.test(address)) return 'nacos';
  if (/^https?:\/\/.+\/marketplace\.json$/i.test(address)) return 'marketplace';
  if (looksLikeWeb(address) || needsSsh(address) || readShorthand(address) !== undefined) return 'git';
  if (/^file:\/\//i.test(address)) return 'git';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return undefined;
  if (statSync(address, { throwIfNoEntry: false })?.isFile() === true) return 'archive';
  const isGit = ['HEAD', 'objects', 'refs'].every((name) => existsSync(path.join(address, name)));
  return isGit ? 'git' : 'folder';
}

export interface GivenAddress {
  readonly address: string;
  readonly password: string | undefined;
  /** Skill in `owner/repo@skill`. */
  readonly skill: string | undefined;
}

/** Takes a password out, so that no file holds it. @throws SkilldeckError `bad-input` for an address of no known kind. */
export function readAddress(given: string): GivenAddress {
  const short = readShorthand(given);
  const address = short?.skill === undefined ? given : given.slice(0, -(short.skill.length + 1));
  const { address: clean, password } = withoutPassword(address);
  assertKeyless(clean);
  // A name goes with its password; alone it may be a token.
  if (password === undefined) assertNoAccount(clean);
  if (kindOf(clean) === undefined) throw detailed('bad-input', 'repository-kind', { address: clean });
  return { address: clean, password, skill: short?.skill };
}

/** A name from an address, unlike those there are. */
export function nameFor(address: string, taken: readonly string[]): string {
  const words = address
    .replace(/[#?].*$/, '')
    .replace(/\.(?:git|zip|skill|jar|tgz|tar\.gz)$/i, '')
    .split(/[/\\:]/)
    .filter((part) => part !== '');
  const plain = (words.at(-1) ?? '').replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const base = repositoryNameSchema.safeParse(plain.slice(0, 60)).data ?? 'skills';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
