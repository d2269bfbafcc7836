import { KeyRound, Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Button } from '../ui/index.ts';
import { ConnectForm } from './connect-form.tsx';
import { StepFrame } from './step-frame.tsx';

function Way({
  icon,
  title,
  text,
  onClick,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex w-full items-start gap-3 rounded-panel border border-line bg-surface px-4 py-4 text-left transition-colors duration-fast hover:border-line-strong hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-accent"
    >
      {icon}
      <span className="min-w-0">
        <span className="block font-semibold text-md">{title}</span>
        <span className="mt-0.5 block text-pretty text-ink-soft">{text}</span>
      </span>
    </button>
  );
}

/** Start at once with the demo model, or connect another. Each links to the other. */
export function ModelStep({ onNext, onBack }: { readonly onNext: () => void; readonly onBack: () => void }) {
  const t = useT();
  const { setSettings } = useActions();
  const [connecting, setConnecting] = useState(false);
  const tryNow = () => {
    void setSettings({ baseUrl: '', model: '' });
    onNext();
  };
  if (connecting) {
    return (
      <StepFrame
        key="connect"
        step="model"
        title={t('firstRun.connect.title')}
        text={t('firstRun.connect.text')}
        actions={
          <>
            <Button onClick={() => setConnecting(false)}>{t('firstRun.back')}</Button>
            <Button variant="ghost" onClick={tryNow}>
              {t('firstRun.tryInstead')}
            </Button>
          </>
        }
      >
        <ConnectForm onConnected={onNext} />
      </StepFrame>
    );
  }
  return (
    <StepFrame
      key="choose"
      step="model"
      title={t('firstRun.model.title')}
      text={t('firstRun.model.text')}
      actions={<Button onClick={onBack}>{t('firstRun.back')}</Button>}
    >
      <div className="flex flex-col gap-3">
        <Way
          icon={<Sparkles aria-hidden />}
          title={t('firstRun.model.try')}
          text={t('firstRun.model.tryText')}
          onClick={tryNow}
        />
        <Way
          icon={<KeyRound aria-hidden />}
          title={t('firstRun.model.connect')}
          text={t('firstRun.model.connectText')}
          onClick={() => setConnecting(true)}
        />
      </div>
    </StepFrame>
  );
}
