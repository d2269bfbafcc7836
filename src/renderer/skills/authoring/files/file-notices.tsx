import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { Banner, Button, Dialog } from '../../../ui/index.ts';
import { DiffView } from '../editor/diff-view.tsx';
import { useBench, useBenchActions } from '../use-workbench.ts';
import { isDirty } from '../workbench-state.ts';

/** Conflicts between the editor's text and its file, with ways to resolve them. */
export function FileNotices() {
  const t = useT();
  const buffer = useBench((state) => (state.active === undefined ? undefined : state.buffers[state.active]));
  const { overwrite, takeTheirs, discard } = useBenchActions();
  const [comparing, setComparing] = useState(false);
  if (buffer === undefined) return null;
  const { path, text, conflict, restored = false } = buffer;
  if (conflict === undefined) {
    if (!restored || !isDirty(buffer)) return null;
    return (
      <Banner
        className="mx-3 mt-2"
        action={
          <Button size="sm" onClick={() => discard(path)}>
            {t('common.discard')}
          </Button>
        }
      >
        {t('author.conflict.restored')}
      </Banner>
    );
  }
  const gone = conflict.kind === 'gone';
  return (
    <>
      <Banner
        tone="warning"
        live
        className="mx-3 mt-2"
        title={t(gone ? 'author.conflict.gone' : 'author.conflict.changed', { path })}
        action={
          <span className="flex flex-wrap justify-end gap-2">
            {gone ? null : (
              <Button size="sm" onClick={() => setComparing(true)}>
                {t('common.compare')}
              </Button>
            )}
            <Button size="sm" onClick={() => takeTheirs(path)}>
              {t(gone ? 'author.conflict.letGo' : 'author.conflict.takeTheirs')}
            </Button>
            <Button size="sm" onClick={() => void overwrite(path)}>
              {t(gone ? 'author.conflict.writeAgain' : 'author.conflict.overwrite')}
            </Button>
          </span>
        }
      >
        {t('author.conflict.kept')}
      </Banner>
      {conflict.kind === 'changed' ? (
        <Dialog
          open={comparing}
          onClose={() => setComparing(false)}
          size="xl"
          flush
          title={t('author.conflict.compareTitle', { path })}
          description={t('author.conflict.compareDescription')}
        >
          <div className="h-[min(32rem,calc(100dvh-14rem))]">
            <DiffView
              before={conflict.theirs.text}
              after={text}
              beforeLabel={t('author.conflict.theirs')}
              afterLabel={t('author.conflict.mine')}
              unfolded={false}
            />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
