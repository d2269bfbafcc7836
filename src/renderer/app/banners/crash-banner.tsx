import { X } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { Banner, Button, IconButton } from '../../ui/index.ts';

/** The desktop app, or its page, ended unexpectedly: said once, with a way to its report. */
export function CrashBanner() {
  const t = useT();
  const { openDialog, crashesSeen } = useActions();
  const crashes = useApp((data) => data.info?.crashes ?? 0);
  if (crashes === 0) return null;
  return (
    <Banner
      className="rounded-none border-line border-b"
      action={
        <IconButton label={t('common.dismiss')} onClick={() => void crashesSeen()}>
          <X aria-hidden />
        </IconButton>
      }
    >
      <p>{t('app.crashes.banner')}</p>
      <Button
        size="sm"
        className="mt-1"
        onClick={() => {
          void crashesSeen();
          openDialog({ name: 'crashes' });
        }}
      >
        {t('app.crashes.title')}
      </Button>
    </Banner>
  );
}
