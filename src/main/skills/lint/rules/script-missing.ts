import path from 'node:path';
import { example } from '../example.ts';
import { findMentions } from '../mentions.ts';
import { inBody } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';

export const scriptMissing: Rule = {
  id: 'script-missing',
  severity: 'error',
  bad: example({ body: '```\npython3 scripts/fill.py --help\n```\n' }),
  good: example(
    { body: '```\npython3 scripts/fill.py --help\n```\n' },
    { 'scripts/fill.py': 'import argparse\n\nargparse.ArgumentParser().parse_args()\n' },
  ),
  check: (skill) =>
    findMentions(skill.body)
      .filter((mention) => mention.path.startsWith('scripts/'))
      .filter((mention) => {
        const wanted = path.posix.normalize(mention.path).replace(/\/$/, '');
        return !skill.files.some((file) => file.path === wanted || file.path.startsWith(`${wanted}/`));
      })
      .map(({ path: wanted, offset, example: isExample }) => ({
        ...inBody(skill, offset),
        ...(isExample ? { severity: 'info' as const } : {}),
        code: 'script-missing',
        figures: { path: short(wanted) },
      })),
};
