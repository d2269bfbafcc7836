import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { SKILLS } from '../../../renderer/test-kit/skills.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { OptionalSecrets } from './skill-use.tsx';

const skill = (optionalSecrets?: string[]): SkillView => ({
  ...(SKILLS[0] as SkillView),
  ...(optionalSecrets === undefined ? {} : { optionalSecrets }),
  needs: { hosts: [], folders: [], programs: [], refused: [], withSecret: [{ name: 'SHOP', hosts: ['shop.example'] }] },
});

it('shows nothing for a skill that takes no secrets', async () => {
  await show(<OptionalSecrets skill={skill()} />);
  expect(screen.queryByText(t('skills.secret.optional'))).toBeNull();
});

it('saves a named secret, says where it can go, and builds the name of one of several', async () => {
  const { store, user } = await show(<OptionalSecrets skill={skill(['SHOP', 'GUEST_*'])} />);
  const given: unknown[] = [];
  store.actions.setSecret = async (...secret) => given.push(secret) > 0;
  await user.click(screen.getByText(t('skills.secret.optional')));
  expect((await screen.findByLabelText(t('skills.secret.label', { name: 'SHOP' }))).getAttribute('type')).toBe(
    'password',
  );
  expect(screen.getByText(/shop\.example/)).toBeDefined();
  await user.type(screen.getByLabelText(t('skills.secret.name', { prefix: 'GUEST_' })), 'zhang san');
  await user.type(screen.getByLabelText(t('skills.secret.label', { name: 'GUEST_ZHANG_SAN' })), 'born=1990-02-03');
  await user.keyboard('{Enter}');
  expect(given).toEqual([[skill().id, 'GUEST_ZHANG_SAN', 'born=1990-02-03']]);
});
