import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../../../renderer/i18n.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { diagnosed } from '../../../shared/messages/failure.ts';
import { DiagnosticNote } from './diagnostic-note.tsx';

const PLACE = { severity: 'error', file: '/s/a/SKILL.md', line: 3 } as const;
afterEach(() => setLanguage('en'));

it('says what is wrong and what to do in the person’s language', async () => {
  setLanguage('zh');
  const facts = diagnosed({ code: 'not-a-list', figures: { key: 'tags' } });
  await show(<DiagnosticNote diagnostic={{ ...PLACE, rule: 'not-a-list', ...facts }} />);
  expect(screen.getByText('“tags”既不是列表也不是文本，因此没有采用').lang).toBe('zh');
  expect(screen.getByText('请写成“tags: [a, b]”。').lang).toBe('zh');
});

it('shows a finding of another program as it was written', async () => {
  setLanguage('zh');
  const facts = { rule: 'new-rule', code: 'new-code', message: 'Something new', remedy: 'Do this.' };
  await show(<DiagnosticNote diagnostic={{ ...PLACE, ...facts }} />);
  expect(screen.getByText('Something new').lang).toBe('en');
  expect(screen.getByText('Do this.').lang).toBe('en');
});
