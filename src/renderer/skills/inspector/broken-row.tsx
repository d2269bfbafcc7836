import { CircleX } from 'lucide-react';
import type { Diagnostic } from '../../../shared/events.ts';
import { useT } from '../../i18n/index.ts';
import { useFindingWords } from '../../shared/use-finding-words.ts';
import { useActions } from '../../store/index.ts';
import { Badge, Button, Collapsible } from '../../ui/index.ts';
import { DiagnosticNote } from './diagnostic-note.tsx';

/** A skill that cannot be used: that it is so at a glance, why and what to do on opening. */
export function BrokenRow({
  diagnostic,
  open,
  onOpenChange,
}: {
  readonly diagnostic: Diagnostic;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const t = useT();
  const { openAuthor } = useActions();
  const { skill, file } = diagnostic;
  const { what, language } = useFindingWords()(diagnostic);
  return (
    <div className="rounded-panel border border-danger/40 bg-surface">
      <Collapsible
        chevron="none"
        open={open}
        onOpenChange={onOpenChange}
        triggerClassName="px-3 py-2 hover:bg-hover"
        summary={
          <span className="flex min-w-0 gap-2.5">
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="min-w-0 flex-1">
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="truncate font-medium">{skill ?? file}</span>
                <Badge tone="danger">{t('skills.faults.broken')}</Badge>
              </span>
              <span lang={language} className="block truncate text-ink-soft text-sm" title={what}>
                {what}
              </span>
            </span>
          </span>
        }
      >
        <div className="px-3 pb-3">
          <DiagnosticNote
            diagnostic={diagnostic}
            title={t('skills.broken', { skill: skill ?? file })}
            action={
              skill === undefined ? null : (
                // Opens its files, where it can be fixed.
                <Button size="sm" aria-label={t('author.editSkill', { skill })} onClick={() => openAuthor(skill)}>
                  {t('author.edit')}
                </Button>
              )
            }
          />
        </div>
      </Collapsible>
    </div>
  );
}
