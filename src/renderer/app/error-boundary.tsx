import { Component, type ReactNode } from 'react';
import { messageOf } from '../../shared/errors.ts';
import { useT } from '../i18n/index.ts';
import { Banner, Button } from '../ui/index.ts';

/** A bug in one column leaves the others standing. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly message: string | undefined }
> {
  override state = { message: undefined };

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: messageOf(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === undefined ? this.props.children : <Crash message={message} />;
  }
}

function Crash({ message }: { readonly message: string }) {
  const t = useT();
  return (
    <div className="p-4">
      <Banner tone="danger" title={t('app.crash.title')} live>
        <p>{t('app.crash.description', { message })}</p>
        <Button className="mt-3" onClick={() => location.reload()}>
          {t('app.crash.reload')}
        </Button>
      </Banner>
    </div>
  );
}
