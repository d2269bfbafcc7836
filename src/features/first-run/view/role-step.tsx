import { Blocks, Plane, SearchCheck } from 'lucide-react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { StepFrame } from './step-frame.tsx';
import { Way } from './way.tsx';

const ROLES = [
  { role: 'travel', icon: Plane, view: 'simple' },
  { role: 'write', icon: Blocks, view: 'full' },
  { role: 'review', icon: SearchCheck, view: 'full' },
] as const;

/** The person's purpose decides how much of the work is shown; a switch in the header changes it. */
export function RoleStep({ onNext, onBack }: { readonly onNext: () => void; readonly onBack: () => void }) {
  const t = useT();
  const { setSettings } = useActions();
  return (
    <StepFrame
      step="role"
      title={t('firstRun.role.title')}
      text={t('firstRun.role.text')}
      actions={<Button onClick={onBack}>{t('common.back')}</Button>}
    >
      <div className="flex flex-col gap-3">
        {ROLES.map(({ role, icon: Icon, view }) => (
          <Way
            key={role}
            icon={<Icon aria-hidden />}
            title={t(`firstRun.role.${role}`)}
            text={t(`firstRun.role.${role}Text`)}
            onClick={() => {
              void setSettings({ view });
              onNext();
            }}
          />
        ))}
      </div>
    </StepFrame>
  );
}
