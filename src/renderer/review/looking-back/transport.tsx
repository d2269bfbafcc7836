import { ChevronFirst, ChevronLast, Pause, Play, StepBack, StepForward, TriangleAlert } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { hasFailed, PACES, useActions, useAllEvents, useApp, useMoment } from '../../store/index.ts';
import { cn, IconButton } from '../../ui/index.ts';

/** Buttons to step by turn or event, to play, and to set the speed. */
export function Transport() {
  const t = useT();
  const { stepMoment, playMoments, pauseMoments } = useActions();
  const playing = useApp((data) => data.passage !== undefined);
  return (
    <div className="flex items-center gap-0.5">
      <IconButton
        size="sm"
        side="top"
        label={t('review.turnBefore')}
        keys={['Shift', '←']}
        onClick={() => stepMoment('turn', -1)}
      >
        <ChevronFirst aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        side="top"
        label={t('review.eventBefore')}
        keys={['←']}
        onClick={() => stepMoment('event', -1)}
      >
        <StepBack aria-hidden />
      </IconButton>
      <IconButton
        variant="primary"
        side="top"
        label={t(playing ? 'review.pause' : 'review.play')}
        keys={[t('common.space')]}
        onClick={playing ? pauseMoments : playMoments}
        className="mx-1"
      >
        {playing ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
      </IconButton>
      <IconButton
        size="sm"
        side="top"
        label={t('review.eventAfter')}
        keys={['→']}
        onClick={() => stepMoment('event', 1)}
      >
        <StepForward aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        side="top"
        label={t('review.turnAfter')}
        keys={['Shift', '→']}
        onClick={() => stepMoment('turn', 1)}
      >
        <ChevronLast aria-hidden />
      </IconButton>
      <NextFailure />
      <Paces />
    </div>
  );
}

function NextFailure() {
  const t = useT();
  const { stepMoment } = useActions();
  const moment = useMoment() ?? 0;
  const failures = useAllEvents().filter(hasFailed);
  const isNext = failures.some(({ seq }) => seq > moment);
  return (
    <IconButton
      size="sm"
      side="top"
      label={t(failures.length === 0 ? 'review.noFailure' : 'review.failureAfter')}
      keys={['F']}
      disabled={!isNext}
      onClick={() => stepMoment('failure', 1)}
    >
      <TriangleAlert aria-hidden />
    </IconButton>
  );
}

function Paces() {
  const t = useT();
  const { setPace } = useActions();
  const pace = useApp((data) => data.pace);
  return (
    <fieldset className="ml-1 flex items-center gap-0.5 text-sm">
      <legend className="sr-only">{t('review.pace.label')}</legend>
      {PACES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={pace === one}
          onClick={() => setPace(one)}
          className={cn(
            'h-7 cursor-default whitespace-nowrap rounded-control px-2 text-ink-soft hover:bg-hover',
            pace === one && 'bg-selected text-ink',
          )}
        >
          {t(`review.pace.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
