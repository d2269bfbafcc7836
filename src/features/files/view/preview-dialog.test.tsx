import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { translate as t } from '../../../renderer/i18n.ts';
import * as saving from '../../../renderer/shared/save-file.ts';
import { bookingEn } from '../../../renderer/test-kit/sessions.ts';
import { show } from '../../../renderer/test-kit/show.tsx';
import { notify } from '../../../renderer/ui/index.ts';
import { PreviewButtons } from './preview-dialog.tsx';

vi.mock(import('../../../renderer/shared/save-file.ts'), { spy: true });

it('says that no tab could be opened where one was blocked, not where a file is only ever saved', async () => {
  const preview = { mime: 'application/pdf', kind: 'pdf', bytes: 1, truncated: false } as const;
  const file = { path: 'out/a.pdf' };
  const buttons = <PreviewButtons file={file} name="a.pdf" preview={preview} several={false} onClose={() => {}} />;
  const { user } = await show(buttons, { logs: [bookingEn()] });
  const said = vi.spyOn(notify, 'done');
  const open = vi.mocked(saving.openFile);
  for (const [outcome, notices] of [
    ['saved', 0],
    ['shown', 0],
    ['blocked', 1],
  ] as const) {
    open.mockReset().mockReturnValue(outcome);
    await user.click(screen.getByRole('button', { name: t('files.preview.openTab') }));
    await expect.poll(() => open.mock.calls.length).toBe(1);
    expect(said).toHaveBeenCalledTimes(notices);
  }
});
