import { ArrowLeft } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { Banner, Button } from '../../ui/index.ts';

/** Above a session that was opened from the author's view: the way back to it. */
export function ReturnBar() {
  const t = useT();
  const { openAuthor } = useActions();
  const cameFrom = useApp((data) => data.cameFrom);
  if (cameFrom === undefined) return null;
  const { skill } = cameFrom;
  return (
    <Banner
      className="rounded-none border-line border-b"
      action={
        <Button size="sm" onClick={() => openAuthor(skill)}>
          <ArrowLeft aria-hidden className="size-3.5" />
          {t('tryOut.back')}
        </Button>
      }
    >
      {t('tryOut.backFrom', { skill })}
    </Banner>
  );
}
