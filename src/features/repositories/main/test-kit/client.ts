/** The app without bundled skills. */

import { type Client, openApp as open } from '../../../../main/core/test-kit/open-app.ts';
import type { RepositoryView } from '../../contract.ts';

export type { Client };

export const openApp = (home: string) => open({ home, bundledSkills: home });

export const skillText = (id: string, body: string, more = ''): string =>
  `---\nname: ${id}\ndescription: Does ${id}. Use it for ${id}. 需要时使用。\n${more}---\n${body}\n`;

/** `id: standing`. */
export const standingOf = ({ skills }: RepositoryView): Readonly<Record<string, string>> =>
  Object.fromEntries(skills.map(({ id, standing }) => [id, standing]));
