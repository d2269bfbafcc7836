import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import type { EvalRun } from '../../../shared/evals.ts';
import type { PastEval } from '../../evals/contract.ts';
import { PublishDialog } from './publish.tsx';

const SKILL = 'invoices';

function past(version: string, runs: readonly [string, boolean][]): PastEval {
  const run = ([configuration, passed]: readonly [string, boolean], index: number): EvalRun => ({
    eval_id: 'a',
    configuration,
    run_number: index + 1,
    model: 'm',
    session: `s${index}`,
    result: {
      pass_rate: Number(passed),
      passed: Number(passed),
      failed: Number(!passed),
      total: 1,
      time_seconds: 1,
      tokens: 1,
      tool_calls: 0,
      errors: 0,
    },
    expectations: [],
  });
  const metadata = {
    skill_name: SKILL,
    executor_model: 'm',
    version,
    timestamp: '2026-01-02T03:04:05.000Z',
    evals_run: ['a'],
    runs_per_configuration: 1,
  };
  return {
    id: version,
    total: runs.length,
    ended: true,
    request: { skill: SKILL, settings: {} } as PastEval['request'],
    result: { metadata, runs: runs.map(run), run_summary: {}, cases: [], notes: [] },
    marks: [],
  };
}

async function open(evals: readonly PastEval[] = []) {
  const shown = await show(<PublishDialog skill={SKILL} onShow={() => {}} onClose={() => {}} />, { past: evals });
  await shown.core.connection.client.repositories.add({ name: 'team', address: 'https://git.example.com/team.git' });
  return shown;
}
const button = (version: string) => screen.findByRole('button', { name: t('publishing.doVersion', { version }) });
const version = () => screen.getByRole('textbox', { name: t('common.version') });

it('says where skills can be published to when there is no such repository', async () => {
  const { store, user } = await show(<PublishDialog skill={SKILL} onShow={() => {}} onClose={() => {}} />);
  expect(await screen.findByText(t('publishing.nowhere'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('repositories.title') }));
  expect(store.data.getState().dialog).toEqual({ name: 'repositories' });
});

it('proposes versions, publishes with notes, and takes the newest back', async () => {
  const { user } = await open();
  expect(await screen.findByText(t('publishing.noVersions'))).toBeTruthy();
  expect(await screen.findByText(t('publishing.evalsNone'))).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: t('publishing.notes') }), 'The first.');
  await user.click(await button('1.0.0'));
  const list = await screen.findByRole('list', { name: t('publishing.versions') });
  expect(within(list).getByText('The first.')).toBeTruthy();
  expect(within(list).getByText(/ann/)).toBeTruthy();

  // The next one.
  expect(await button('1.0.1')).toBeTruthy();
  await user.clear(version());
  await user.type(version(), '1.0.0');
  expect(await screen.findByText(t('publishing.versionTaken', { name: 'team' }))).toBeTruthy();
  expect((await button('1.0.0')).hasAttribute('disabled')).toBe(true);
  await user.clear(version());
  await user.type(version(), '2 0');
  expect(await screen.findByText(t('publishing.versionFault'))).toBeTruthy();

  await user.click(within(list).getByRole('button', { name: t('publishing.unpublishOf', { version: '1.0.0' }) }));
  await user.click(await screen.findByRole('button', { name: t('publishing.unpublish') }));
  expect(await screen.findByText(t('publishing.noVersions'))).toBeTruthy();
});

it('says why a repository refused, and keeps what was typed', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('textbox', { name: t('publishing.notes') }), 'refuse');
  await user.click(await button('1.0.0'));
  expect(await screen.findByText(t('errors.repository-refused'))).toBeTruthy();
  expect(screen.getByText('You may not push there.')).toBeTruthy();
  expect(screen.getByDisplayValue('refuse')).toBeTruthy();
});

it('publishes a skill whose evals failed only when the person says so', async () => {
  const { user } = await open([
    past('as-it-is', [
      ['with_skill', false],
      ['with_skill', true],
    ]),
  ]);
  expect(await screen.findByText(/1 of 2 runs/)).toBeTruthy();
  await screen.findByText(t('publishing.noVersions'));
  expect((await button('1.0.0')).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('switch', { name: t('publishing.anyway') }));
  await waitFor(async () => expect((await button('1.0.0')).hasAttribute('disabled')).toBe(false));
});

it('counts the runs of the files as they are, with the skill', async () => {
  await open([
    past('as-it-is', [
      ['with_skill', true],
      ['without_skill', false],
      ['against', false],
    ]),
    past('later-draft', [['with_skill', false]]),
  ]);
  expect(await screen.findByText(/Evals passed in all runs \(1\)/)).toBeTruthy();
});

it('says when the skill was changed after its evals', async () => {
  await open([past('before', [['with_skill', true]])]);
  expect(await screen.findByText(/was changed after its last evals/)).toBeTruthy();
});
