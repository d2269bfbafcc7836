import { KeyRound, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { ConnectForm } from './connect-form.tsx';
import { StepFrame } from './step-frame.tsx';
import { Way } from './way.tsx';

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
            <Button onClick={() => setConnecting(false)}>{t('common.back')}</Button>
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
      actions={<Button onClick={onBack}>{t('common.back')}</Button>}
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
          title={t('common.connect')}
          text={t('firstRun.model.connectText')}
          onClick={() => setConnecting(true)}
        />
      </div>
    </StepFrame>
  );
}
