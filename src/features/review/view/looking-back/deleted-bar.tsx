import { RotateCcw } from 'lucide-react';
import { useT } from '../../../../renderer/i18n.ts';
import { useActions, useDeleted, useSession } from '../../../../renderer/store/index.ts';
import { Banner, Button } from '../../../../renderer/ui/index.ts';

/** Bar above a deleted conversation: it can be read, and restored completely. */
export function DeletedBar() {
  const t = useT();
  const { restore } = useActions();
  const deleted = useDeleted();
  const { id } = useSession();
  if (!deleted || id === undefined) return null;
  return (
    <Banner
      className="rounded-none border-line border-b"
      tone="warning"
      title={t('review.deleted.title')}
      action={
        <Button icon={RotateCcw} size="sm" onClick={() => void restore(id)}>
          {t('common.restore')}
        </Button>
      }
    >
      <p className="text-sm">{t('review.deleted.text')}</p>
    </Banner>
  );
}
