/** Repositories in memory: each has one new skill; those of Git take versions. */
import type { RepositoriesView, RepositoryView } from '../../../features/repositories/contract.ts';
import type { ImportPlan } from '../../../shared/skills/skill-import.ts';
import type { Client } from '../../client.ts';
import { Broadcast } from '../broadcast.ts';
import { type Answers, refused } from './refused.ts';

const ID = 'invoices';
const SKILL = {
  id: ID,
  description: 'Checks invoices.',
  path: ID,
  plugin: 'accounts',
  tokens: { catalog: 12, instructions: 340 },
};
const NO_WISHES = { hosts: [], reads: [], writes: [], programs: [], packages: [], tools: [] };
const PLAN: ImportPlan = {
  planId: 'plan',
  source: { kind: 'folder', address: '/team/skills', repository: 'skills' },
  root: '/home/skills',
  skills: [
    {
      ...SKILL,
      name: ID,
      bytes: 100,
      files: [{ path: 'SKILL.md', bytes: 100, executable: false }],
      mayRun: { scripts: [], executables: [], tools: [] },
      findings: [],
      licence: {},
      grade: { grade: 'text-only', runs: 0, asks: NO_WISHES, found: [], checks: 11, sandbox: 'bubblewrap' },
      contentHash: '0',
      alsoAt: [],
    },
  ],
  broken: [],
  notes: [],
};

export function fakeRepositories(): Answers<'repositories'> {
  const watched = new Broadcast<RepositoriesView>();
  let all: readonly RepositoryView[] = [];
  let versions: Awaited<ReturnType<Client['repositories']['versions']>>['versions'] = [];
  const view = (): RepositoriesView => ({ environment: 'default', repositories: [...all] });
  const change = (name: string, fields: Partial<RepositoryView> | undefined): RepositoryView => {
    const before = all.find((one) => one.name === name);
    if (before === undefined) throw refused('bad-input', `There is no repository "${name}".`);
    const after = { ...before, ...fields };
    all = all.flatMap((one) => (one.name !== name ? [one] : fields === undefined ? [] : [after]));
    watched.send(view());
    return after;
  };
  const seen = (standing: 'new' | 'current'): Partial<RepositoryView> => ({
    seenAt: '2026-01-02T03:04:05.000Z',
    skills: [{ ...SKILL, standing }],
  });
  return {
    repositories: {
      list: async () => view(),
      watch: async (_input, options) => watched.read(options?.signal, view()),
      add: async ({ environment: _all, name = 'skills', ...definition }) => {
        if (definition.address.startsWith('gopher:')) throw refused('bad-input', 'This is no address of a repository.');
        const kind = definition.address.endsWith('.git') ? 'git' : 'folder';
        const made = { name, source: 'environment', file: '/config.jsonc', kind, definition } as const;
        all = [...all, { ...made, hasPassword: false, busy: false, skills: [], broken: [] }];
        watched.send(view());
        return { name };
      },
      change: async ({ name, auto }) => {
        const definition = all.find((one) => one.name === name)?.definition ?? { address: '' };
        change(name, { definition: { ...definition, ...(auto === undefined ? {} : { auto }) } });
        return {};
      },
      remove: async ({ name }) => {
        change(name, undefined);
        return {};
      },
      sync: async ({ name }) => {
        const isNew = all.find((one) => one.name === name)?.skills[0]?.standing !== 'current';
        const repository = change(name, seen(isNew ? 'new' : 'current'));
        return { repository, installed: [], plan: isNew ? PLAN : null };
      },
      take: async () => {
        for (const { name } of all) change(name, seen('current'));
        return { installed: [{ id: ID, path: '/home/skills/invoices', contentHash: '0' }] };
      },
      ready: async () => ({ errors: 0, tried: 'as-it-is' }),
      versions: async () => ({ versions: [...versions] }),
      publish: async ({ version, notes }) => {
        if (notes === 'refuse') throw refused('repository-refused', 'You may not push there.');
        versions = [{ version, notes, by: 'ann', at: '2026-01-02T03:04:05.000Z' }, ...versions];
        return {};
      },
      unpublish: async ({ version }) => {
        versions = versions.filter((one) => one.version !== version);
        return {};
      },
    },
  };
}
