import { expect, it } from 'vitest';
import { gradeOf } from './grade.ts';
import { skillSummary } from './test-kit/skill-summary.ts';

const grade = (more: Partial<Parameters<typeof gradeOf>[0]> = {}, metadata: Record<string, string> = {}) =>
  gradeOf({
    summary: skillSummary('a', 'user', metadata),
    runs: 1,
    findings: [],
    requirements: undefined,
    sandbox: 'bubblewrap',
    ...more,
  });
const finding = (rule: string, severity: 'warning' | 'info' = 'warning') => ({ rule, path: 'a.py', line: 3, severity });
const LACKING = {
  python: [{ name: 'pypdf', spec: '>=4', state: 'missing' as const, declared: false }],
  node: [],
  programs: [],
  skills: [],
};

it.each([
  ['nothing that runs', grade({ runs: 0 }, { network: 'a.example' }), 'text-only'],
  ['a script that asks for nothing', grade(), 'contained'],
  [
    'a finding of quality and a note',
    grade({ findings: [finding('placeholder'), finding('reads-keys', 'info')] }),
    'contained',
  ],
  ['a host', grade({}, { network: 'a.example' }), 'asks-more'],
  ['a package that is missing', grade({ requirements: LACKING }), 'asks-more'],
  ['no sandbox', grade({ sandbox: 'none' }, { network: 'a.example' }), 'unconfined'],
  ['a finding of harm in mere text', grade({ runs: 0, findings: [finding('hidden-code')] }), 'doubtful'],
])('grades %s', (_name, given, expected) => {
  expect(given.grade).toBe(expected);
});

it('names what it asks for and what was found', () => {
  const metadata = {
    network: 'a.example',
    'network-with-secret': 'KEY: b.example',
    folders: '/data/x (write), /data/y',
  };
  const found = [finding('script-deletes')];
  expect(grade({ findings: found, requirements: LACKING }, metadata)).toMatchObject({
    asks: {
      hosts: ['a.example', 'b.example (KEY)'],
      reads: ['/data/y'],
      writes: ['/data/x'],
      packages: ['pypdf>=4'],
    },
    found: [{ rule: 'script-deletes', path: 'a.py', line: 3 }],
    checks: 11,
  });
});
