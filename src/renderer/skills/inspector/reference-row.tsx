import { useState } from 'react';
import type { SkillView } from '../../../shared/contract.ts';
import type { LoadedSkill } from '../../../shared/session-state.ts';
import { shownText } from '../../../shared/text/invisible.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, useEvents, usePast, useSessionState } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';
import { partOf } from './entered.ts';
import { EnteredLine } from './entered-line.tsx';
import { LoadedMark } from './loaded-mark.tsx';
import { useEntered, useWhereWords } from './use-where.ts';

type Loaded = LoadedSkill['references'][number];

/** One reference: what it takes, and once it is loaded where, since when and by whom. */
export function ReferenceRow({
  skill,
  reference,
  tokens: counted,
  loaded,
}: {
  readonly skill: string;
  readonly reference: SkillView['references'][number];
  /** By the conversation's encoding, if counted. */
  readonly tokens: number | undefined;
  readonly loaded: LoadedSkill | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const { loadReference, unloadReference, whatIf } = useActions();
  const past = usePast();
  const [busy, setBusy] = useState(false);
  const { path, bytes } = reference;
  const entry = loaded?.references.find((one) => one.path === path);
  const isLoaded = entry !== undefined;
  const tokens = entry?.tokens ?? counted ?? reference.tokens;
  const change = async () => {
    setBusy(true);
    whatIf.point(undefined);
    await (isLoaded ? unloadReference(skill, path) : loadReference(skill, path));
    setBusy(false);
  };
  const point = () => {
    if (loaded !== undefined) whatIf.point({ do: isLoaded ? 'unload-reference' : 'load-reference', skill, path });
  };
  const leave = () => whatIf.point(undefined);
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-2">
        <LoadedMark loaded={isLoaded} />
        <PathName path={path} />
        <span className="shrink-0 text-ink-soft tabular-nums">
          {tokens === null ? format.bytes(bytes) : format.number(tokens)}
        </span>
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          disabled={past || loaded === undefined}
          aria-label={t(isLoaded ? 'skills.unloadReference' : 'skills.loadReference', { path })}
          // Previews the effect while the pointer or focus is here.
          onMouseEnter={point}
          onMouseLeave={leave}
          onFocus={point}
          onBlur={leave}
          onClick={() => void change()}
          className="h-6 px-1.5"
        >
          {t(isLoaded ? 'common.unload' : 'common.load')}
        </Button>
      </div>
      {entry === undefined ? null : (
        <div className="pb-1 pl-6 text-ink-soft text-sm">
          <Since skill={skill} entry={entry} />
          <EnteredLine skill={skill} path={path} seq={entry.seq} />
        </div>
      )}
    </li>
  );
}

/** Truncates the folder, which many share: sixty files of one folder differ by their names. */
function PathName({ path }: { readonly path: string }) {
  const at = path.lastIndexOf('/') + 1;
  return (
    <span className="flex min-w-0 flex-1 font-mono text-xs" title={shownText(path)}>
      {at === 0 ? null : (
        <span className="min-w-0 shrink-[1000] truncate text-ink-soft">{shownText(path.slice(0, at))}</span>
      )}
      <span className="min-w-0 truncate">{shownText(path.slice(at))}</span>
    </span>
  );
}

/** The loader, the time, and what the model reads before it. */
function Since({ skill, entry: { seq, path } }: { readonly skill: string; readonly entry: Loaded }) {
  const t = useT();
  const format = useFormat();
  const whereOf = useWhereWords();
  const where = useEntered(partOf(skill, path));
  // Until it is sent, the line below says it.
  const isSent = useSessionState((state) => seq < (state.lastRequest?.seq ?? 0));
  const event = useEvents().findLast((one) => one.seq === seq);
  if (event?.type !== 'reference-loaded') return null;
  return (
    <p className="text-pretty">
      {t(`skills.by.${event.by}`, { at: format.dateTime(event.at) })}
      {where === undefined || !isSent ? null : ` · ${whereOf(where)}`}
    </p>
  );
}
