import { type PlannedSkill, SAME_IMPORT } from '../../../../shared/skill-import.ts';
import { spelledOut } from '../../../../shared/spelled-name.ts';
import { useT } from '../../../i18n/index.ts';
import { AlertDialog } from '../../../ui/index.ts';

const SOURCES = ['option', 'project', 'environment', 'user', 'bundled'] as const;

/** Asks on its own about names that other skills have, or that look like theirs. Open while `skills` is not empty. */
export function ShadowQuestion({
  skills,
  onConfirm,
  onCancel,
}: {
  readonly skills: readonly PlannedSkill[];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const t = useT();
  const sourceOf = (source: string): string => {
    if (source === SAME_IMPORT) return t('author.import.shadow.sameImport');
    const known = SOURCES.find((one) => one === source);
    return known === undefined ? source : t(`skills.sources.${known}`);
  };
  return (
    <AlertDialog
      danger
      open={skills.length > 0}
      onClose={onCancel}
      title={t('author.import.shadow.title')}
      description={
        <>
          <span className="block">{t('author.import.shadow.risk')}</span>
          <span className="mt-3 flex max-h-60 flex-col gap-2 overflow-y-auto">
            {skills.flatMap((skill) =>
              skill.alsoAt.map((other) => (
                <span key={`${skill.id} ${other.path}`} className="block [overflow-wrap:anywhere]">
                  <span className="block text-ink">
                    {t(other.id === skill.id ? 'author.import.shadow.same' : 'author.import.shadow.alike', {
                      skill: skill.id,
                      other: other.id,
                      source: sourceOf(other.source),
                    })}
                  </span>
                  <code className="block font-mono text-xs">{other.path}</code>
                  {other.id === skill.id ? null : (
                    <code className="block font-mono text-danger text-xs">
                      {spelledOut(skill.id)} ≠ {spelledOut(other.id)}
                    </code>
                  )}
                </span>
              )),
            )}
          </span>
        </>
      }
      confirmLabel={t('author.import.shadow.do')}
      cancelLabel={t('common.cancel')}
      onConfirm={onConfirm}
    />
  );
}
