/** Names of skills that are being made: valid by the specification, free in the catalog and on the disk. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { SkilldeckError } from '../../../shared/errors.ts';
import { detailed, ofFinding } from '../../../shared/messages/detail.ts';
import { diagnosed } from '../../../shared/messages/finding.ts';
import { nameFault } from '../lint/rules/name-format.ts';
import type { Catalog } from '../types.ts';
import { isReservedName } from './file-path.ts';

const MAX_LENGTH = 64;

/** @throws SkilldeckError `bad-input` with what is wrong, `skill-exists`. */
export function checkNewName(name: string, root: string, { skills, broken }: Catalog, but?: string): void {
  const fault = nameFault(name);
  if (name === '') throw detailed('bad-input', 'skill-name-empty');
  if (isReservedName(name)) throw detailed('bad-input', 'skill-name-device', { name });
  if (fault !== undefined) throw detailed('bad-input', 'skill-name-form', ofFinding(diagnosed(fault)));
  const taken = [...skills, ...broken].find((one) => one.id !== but && one.id.toLowerCase() === name.toLowerCase());
  const where = taken?.dir ?? (isThere(root, name) ? path.join(root, name) : undefined);
  if (where !== undefined) throw detailed('skill-exists', 'skill-there', { name, where });
}

const isThere = (root: string, name: string): boolean =>
  lstatSync(path.join(root, name), { throwIfNoEntry: false }) !== undefined;

/** A valid name like `id`, with `-copy` and perhaps a number. */
export function freeName(id: string, catalog: Catalog, root: string): string {
  const plain = id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{Nd}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const stem = plain === '' ? 'skill' : plain;
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '-copy' : `-copy-${count}`;
    const name = `${Array.from(stem)
      .slice(0, MAX_LENGTH - end.length)
      .join('')
      .replace(/-+$/, '')}${end}`;
    try {
      checkNewName(name, root, catalog);
      return name;
    } catch (error) {
      if (!(error instanceof SkilldeckError && error.code === 'skill-exists')) throw error;
    }
  }
}
