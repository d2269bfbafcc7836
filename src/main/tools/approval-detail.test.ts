import { expect, it } from 'vitest';
import { approvalDetail } from './approval-detail.ts';

it('says what a command could do: anything, or what a sandbox leaves it', () => {
  const asked = {
    ...{ command: 'make', cwd: '/w', needsPerson: false, hostFolders: [] },
    verdict: { kind: 'ordinary', key: 'k' } as const,
  };
  const reason = (confined: boolean) => approvalDetail({ ...asked, confined }).reason;
  expect(reason(false)).toBe('This command can do anything that you can do on this computer.');
  expect(reason(true)).toBe(
    'It can read its own folder and what this session was given, and write results there. It cannot use the network or see your other files.',
  );
});
