import { expect, it } from 'vitest';
import { factLines } from '../../../shared/approvals.ts';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { approvalDetail } from './approval-detail.ts';
import type { Verdict } from './approval-policy.ts';

const asked = { command: 'make', cwd: '/w', needsPerson: false, hostFolders: [] };
const skill = { id: 'trips', dir: '/s/trips', metadata: {} } as unknown as SkillSummary;
const call = { skill, script: 'scripts/find.py', file: '/s/trips/scripts/find.py', program: ['python3'], args: [] };
const foreign: Verdict = { kind: 'ordinary', key: 'k', call, foreign: { skill: 'trips', script: 'scripts/find.py' } };
const detail = (verdict: Verdict, sandbox: SandboxKind, more = {}) =>
  approvalDetail({ ...asked, verdict, sandbox, ...more });

it('describes what an unconfined imported script could reach, and grants no lasting approval', () => {
  const { facts } = detail(foreign, 'none');
  expect(facts).toMatchObject({ thirdParty: true, network: 'open', offers: ['once'], keys: [] });
  expect(detail(foreign, 'bubblewrap').facts).toMatchObject({
    subject: 'script',
    thirdParty: true,
    network: 'none',
    keys: ['k'],
    offers: ['once', 'session', 'always'],
  });
});

it('describes the needs requested, and grants them with a lasting approval', () => {
  const needs = {
    hosts: ['a.example'],
    reads: ['/home/ada/trips'],
    writes: [],
    programs: ['git'],
    grant: { key: 'n', what: 'needs', label: '', skill: 'trips', version: 'v' } as const,
  };
  const { facts } = detail(foreign, 'bubblewrap', { needs, needsAsked: true });
  expect(facts).toMatchObject({
    network: 'hosts',
    reads: ['/home/ada/trips'],
    programs: ['git'],
    keys: ['k', 'n'],
    asked: { hosts: ['a.example'], programs: ['git'] },
  });
  expect(detail(foreign, 'bubblewrap', { needs, needsAsked: false }).facts).toMatchObject({
    hosts: ['a.example'],
    asked: { hosts: [] },
    keys: ['k'],
  });
});

it('names the secrets a script receives, and says nothing if there are none', () => {
  const { facts } = detail(foreign, 'bubblewrap', { secrets: ['POST_TOKEN', 'MAP_KEY'] });
  expect(factLines(facts)).toContainEqual({ code: 'secrets', items: ['POST_TOKEN', 'MAP_KEY'], tone: 'grants' });
  expect(factLines(detail(foreign, 'bubblewrap').facts).map(({ code }) => code)).not.toContain('secrets');
});
