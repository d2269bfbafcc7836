import { expect, it } from 'vitest';
import { factLines } from '../../../shared/approvals.ts';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { approvalDetail } from './approval-detail.ts';
import type { Verdict } from './approval-policy.ts';

const asked = { command: 'make', cwd: '/w', needsPerson: false, hostFolders: [] };
const plain: Verdict = { kind: 'ordinary', key: 'k' };
const skill = { id: 'trips', dir: '/s/trips', metadata: {} } as unknown as SkillSummary;
const call = { skill, script: 'scripts/find.py', file: '/s/trips/scripts/find.py', program: ['python3'], args: [] };
const foreign: Verdict = { kind: 'ordinary', key: 'k', call, foreign: { skill: 'trips', script: 'scripts/find.py' } };
const detail = (verdict: Verdict, sandbox: SandboxKind, more = {}) =>
  approvalDetail({ ...asked, verdict, sandbox, ...more });

it('describes what a command could do: anything, or what a sandbox allows', () => {
  expect(detail(plain, 'none').reason).toBe('This command can do anything that you can do on this computer.');
  expect(detail(plain, 'bubblewrap').reason).toBe(
    'It can read its own folder and what this session was given, and write results there. It cannot use the network or see your other files.',
  );
});

it('describes what an unconfined imported script could reach, and grants no lasting approval', () => {
  const { reason, facts } = detail(foreign, 'none');
  expect(reason).toBe(
    'trips wants to run its script scripts/find.py. No sandbox confines it: it can read, change and delete anything that you can, and use the network.',
  );
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
  const { reason, facts } = detail(foreign, 'bubblewrap', { needs, needsAsked: true });
  expect(reason).toContain(
    'It can read /home/ada/trips. It can use the network to reach a.example. It can start git. It cannot see your other files.',
  );
  expect(facts).toMatchObject({
    network: 'hosts',
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
