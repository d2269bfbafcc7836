import { isConfusable, lettersOf, type SkillUsage } from '../../shared/skills/skill-list.ts';
import { useText } from '../i18n.ts';
import { Banner, Button } from '../ui/index.ts';

/** A skill's id. Where it looks like another, its letters that are not ASCII are marked, with their code points as tooltips. */
export function SkillName({ id, found }: { readonly id: string; readonly found: Parameters<typeof isConfusable>[0] }) {
  if (!isConfusable(found)) return id;
  return lettersOf(id).map(({ letter, code }, index) =>
    code === undefined ? (
      letter
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the letters of a name do not move.
      <mark key={index} title={code} className="rounded-sm bg-danger-soft text-danger underline decoration-wavy">
        {letter}
      </mark>
    ),
  );
}

interface Usage {
  readonly usage: SkillUsage | undefined;
  /** Opens the conversation with the failure; absent if it cannot be opened. */
  readonly onOpen: ((sessionId: string) => void) | undefined;
}

/** Usage count of the skill and its last failure. */
export function UsageNote({ usage, onOpen }: Usage) {
  const { t, format } = useText();
  if (usage === undefined || usage.loads + usage.runs === 0) {
    return (
      <>
        <p className="text-ink-soft">{t('skills.usage.never')}</p>
        <LastError usage={usage} onOpen={onOpen} />
      </>
    );
  }
  const { loads, runs, sessions, lastUsed, here } = usage;
  const times = [
    t('skills.usage.loads', { count: loads, n: format.number(loads) }),
    ...(runs === 0 ? [] : [t('skills.usage.runs', { count: runs, n: format.number(runs) })]),
  ];
  return (
    <>
      <p className="text-pretty text-ink-soft tabular-nums">
        {t('skills.usage.all', {
          times: times.join(t('skills.usage.and')),
          count: sessions,
          n: format.number(sessions),
        })}
        {here === undefined || here.loads + here.runs === 0 || sessions === 1
          ? null
          : ` ${t('skills.usage.here', { count: here.loads + here.runs, n: format.number(here.loads + here.runs) })}`}
        {lastUsed === undefined ? null : ` ${t('skills.usage.last', { at: format.dateTime(lastUsed) })}`}
      </p>
      <LastError usage={usage} onOpen={onOpen} />
    </>
  );
}

function LastError({ usage, onOpen }: Usage) {
  const { t, format } = useText();
  const error = usage?.lastError;
  if (error === undefined) return null;
  const { at, what, text, sessionId, workedSince = false } = error;
  return (
    <Banner
      tone={workedSince ? 'info' : 'warning'}
      className="text-sm"
      title={t(`skills.usage.failed.${what}`, { at: format.dateTime(at) })}
      action={
        onOpen === undefined ? null : (
          <Button size="sm" onClick={() => onOpen(sessionId)}>
            {t('skills.usage.open')}
          </Button>
        )
      }
    >
      {workedSince ? <p>{t('skills.usage.workedSince')}</p> : null}
      {text === '' ? null : (
        <pre className="mt-1 whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">{text}</pre>
      )}
    </Banner>
  );
}
