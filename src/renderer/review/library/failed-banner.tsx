import { failureText } from '../../../shared/messages/failure.ts';
import { currentLanguage, useT } from '../../i18n/index.ts';
import type { Failure } from '../../store/index.ts';
import { Banner, Button } from '../../ui/index.ts';

/** A read failure with a retry button. */
export function FailedBanner({ failure, onAgain }: { readonly failure: Failure; readonly onAgain: () => void }) {
  const t = useT();
  const { title, text } = failureText(currentLanguage(), failure);
  return (
    <Banner
      live
      className="m-4"
      tone="danger"
      title={title}
      action={
        <Button size="sm" onClick={onAgain}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      <p className="text-sm">{text}</p>
    </Banner>
  );
}
