import { useLanguage, useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button, cn } from '../../../renderer/ui/index.ts';
import { StepFrame } from './step-frame.tsx';

const LANGUAGES = [
  { value: 'zh', name: '简体中文', line: '用中文使用 Skilldeck' },
  { value: 'en', name: 'English', line: 'Use Skilldeck in English' },
] as const;

/** Each language by its own name, so that readers of only that language find it. */
export function LanguageStep({ onNext }: { readonly onNext: () => void }) {
  const t = useT();
  const language = useLanguage();
  const { setSettings } = useActions();
  return (
    <StepFrame
      step="language"
      title={t('firstRun.language.title')}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            // Stores the shown language even if it was the system's default until now.
            void setSettings({ language });
            onNext();
          }}
        >
          {t('common.continue')}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        {LANGUAGES.map(({ value, name, line }) => (
          <button
            key={value}
            type="button"
            lang={value}
            aria-pressed={language === value}
            onClick={() => void setSettings({ language: value })}
            className={cn(
              'rounded-panel border px-4 py-4 text-left transition-colors duration-fast',
              language === value ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <span className="block font-semibold text-lg">{name}</span>
            <span className="mt-1 block text-ink-soft">{line}</span>
          </button>
        ))}
      </div>
    </StepFrame>
  );
}
