import type { SkillView } from '../../shared/contract.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions, useApp } from '../store/index.ts';
import { Banner, Button } from '../ui/index.ts';

/** How often the skill was used, and what went wrong with it last. */
export function UsageNote({ usage }: Pick<SkillView, 'usage'>) {
  const t = useT();
  const format = useFormat();
  if (usage === undefined || usage.loads + usage.runs === 0) {
    return (
      <>
        <p className="text-ink-soft">{t('skills.usage.never')}</p>
        <LastError usage={usage} />
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
        {t('skills.usage.all', { times: format.list(times), count: sessions, n: format.number(sessions) })}
        {here === undefined || here.loads + here.runs === 0 || sessions === 1
          ? null
          : ` ${t('skills.usage.here', { count: here.loads + here.runs, n: format.number(here.loads + here.runs) })}`}
        {lastUsed === undefined ? null : ` ${t('skills.usage.last', { at: format.dateTime(lastUsed) })}`}
      </p>
      <LastError usage={usage} />
    </>
  );
}

function LastError({ usage }: Pick<SkillView, 'usage'>) {
  const t = useT();
  const format = useFormat();
  const { select } = useActions();
  const selected = useApp((data) => data.selected);
  const sessions = useApp((data) => data.sessions);
  const error = usage?.lastError;
  if (error === undefined) return null;
  const { at, what, text, sessionId, workedSince = false } = error;
  const isElsewhere = sessionId !== selected && sessions?.some(({ id }) => id === sessionId) === true;
  return (
    <Banner
      tone={workedSince ? 'info' : 'warning'}
      className="text-sm"
      title={t(`skills.usage.failed.${what}`, { at: format.dateTime(at) })}
      action={
        isElsewhere ? (
          <Button size="sm" onClick={() => select(sessionId)}>
            {t('skills.usage.open')}
          </Button>
        ) : null
      }
    >
      {workedSince ? <p>{t('skills.usage.workedSince')}</p> : null}
      {text === '' ? null : (
        <pre className="mt-1 max-h-32 overflow-auto whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
          {text}
        </pre>
      )}
    </Banner>
  );
}
