/** Redaction before conversations leave: patterns of the person, and of one conversation each match. */
import { Eye, EyeOff, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { currentLanguage, useT, useText } from '../../../../renderer/i18n.ts';
import { FailureNote, unlessGone } from '../../../../renderer/shared/failures.tsx';
import { type Failure, useActions, useApp } from '../../../../renderer/store/index.ts';
import { Banner, Button, cn, IconButton, Waiting } from '../../../../renderer/ui/index.ts';
import { Dialog, Switch, TextField } from '../../../../renderer/ui/on-demand.ts';
import { defined } from '../../../../shared/defined.ts';
import { failureText } from '../../../../shared/messages/failure.ts';
import {
  type OwnPattern,
  REDACTION_KINDS,
  type RedactionFind,
  type RedactionPreview,
} from '../../../../shared/review.ts';

/** Preview of a session's redactions; the previous one stays until the next arrives. */
function usePreview(session: string | undefined, patterns: readonly OwnPattern[]) {
  const { library } = useActions();
  const [preview, setPreview] = useState<RedactionPreview>();
  const [refused, setRefused] = useState<Failure>();
  useEffect(() => {
    if (session === undefined) return;
    return unlessGone(library.redactionPreview(session, patterns), (read) => {
      setRefused(read.ok ? undefined : read.failure);
      if (read.ok) setPreview(read.value);
    });
  }, [library, session, patterns]);
  return { preview, refused };
}

const MAX_PATTERN = 500;

/** The person's own words that are removed as well. */
function OwnPatterns({
  patterns,
  refused,
  onChange,
}: {
  readonly patterns: readonly OwnPattern[];
  /** The core's error for the patterns. */
  readonly refused: string | undefined;
  readonly onChange: (patterns: readonly OwnPattern[]) => void;
}) {
  const t = useT();
  const [text, setText] = useState('');
  const [regex, setRegex] = useState(false);
  const given: OwnPattern = { pattern: text.trim(), ...(regex ? { regex } : {}) };
  const add = () => {
    const isThere = patterns.some((one) => one.pattern === given.pattern && (one.regex ?? false) === regex);
    if (given.pattern !== '' && !isThere) onChange([...patterns, given]);
    setText('');
  };
  return (
    <div className="flex flex-col gap-2">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          className="flex-1"
          label={t('library.export.own.label')}
          placeholder={t('library.export.own.placeholder')}
          value={text}
          maxLength={MAX_PATTERN}
          inputClassName={regex ? 'font-mono' : undefined}
          onChange={setText}
          {...defined({ error: refused })}
        />
        <label className="mt-6 flex h-8 items-center gap-1.5 self-start text-sm">
          <input
            type="checkbox"
            className="accent-accent"
            checked={regex}
            onChange={(event) => setRegex(event.target.checked)}
          />
          {t('library.export.own.regex')}
        </label>
        <Button type="submit" className="mt-6 self-start">
          {t('library.tags.button')}
        </Button>
      </form>
      {patterns.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {patterns.map((one) => (
            <li key={`${one.regex} ${one.pattern}`}>
              <button
                type="button"
                aria-label={t('library.export.own.remove', { pattern: one.pattern })}
                onClick={() => onChange(patterns.filter((other) => other !== one))}
                className="inline-flex h-7 max-w-64 cursor-default items-center gap-1 rounded-full bg-accent-soft pr-1.5 pl-2.5 text-accent-ink text-sm hover:bg-selected"
              >
                <span className={one.regex === true ? 'truncate font-mono' : 'truncate'}>
                  {one.regex === true ? `/${one.pattern}/` : one.pattern}
                </span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Max finds of one kind drawn at once: the rest are only counted, but removed too. */
const DRAWN = 200;

/** All redactions, by kind and with their surrounding text; each can be kept. */
function RedactionList({
  preview: { finds, total },
  kept,
  onKeep,
}: {
  readonly preview: RedactionPreview;
  readonly kept: ReadonlySet<string>;
  readonly onKeep: (kept: ReadonlySet<string>) => void;
}) {
  const { t, format } = useText();
  if (finds.length === 0) return <p className="text-ink-soft">{t('library.export.nothing')}</p>;
  const stay = finds.filter(({ id }) => kept.has(id)).reduce((sum, { count }) => sum + count, 0);
  const toggle = (id: string) => {
    const next = new Set(kept);
    if (!next.delete(id)) next.add(id);
    onKeep(next);
  };
  return (
    <section aria-label={t('library.export.finds', { count: finds.length, n: format.number(finds.length) })}>
      <p className="flex min-h-7 flex-wrap items-center gap-x-2 text-sm" role="status">
        <span className="font-medium">
          {t('library.export.finds', { count: finds.length, n: format.number(finds.length) })}
        </span>
        <span className="text-ink-soft tabular-nums">
          {t('library.export.summary', { out: format.number(total - stay), kept: format.number(stay) })}
        </span>
        {kept.size === 0 ? null : (
          <Button size="sm" variant="ghost" onClick={() => onKeep(new Set())}>
            {t('library.export.allOut')}
          </Button>
        )}
      </p>
      {REDACTION_KINDS.map((kind) => {
        const ofKind = finds.filter((find) => find.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <div key={kind} className="pt-2">
            <h3 className="pb-1 text-ink-soft text-sm">
              {t(`library.export.kind.${kind}`)} · {format.number(ofKind.length)}
            </h3>
            <ul className="divide-y divide-line rounded-panel border border-line">
              {ofKind.slice(0, DRAWN).map((find) => (
                <FindRow key={find.id} find={find} isKept={kept.has(find.id)} onToggle={() => toggle(find.id)} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function FindRow({
  find,
  isKept,
  onToggle,
}: {
  readonly find: RedactionFind;
  readonly isKept: boolean;
  readonly onToggle: () => void;
}) {
  const { t, format } = useText();
  const [shown, setShown] = useState(false);
  const isMasked = find.masked !== find.text;
  const text = shown ? find.text : find.masked;
  return (
    <li className="flex items-start gap-2 px-3 py-2">
      <label className="flex shrink-0 items-center gap-1.5 pt-0.5 text-sm">
        <input
          type="checkbox"
          translate="no"
          className="size-4 accent-accent"
          checked={!isKept}
          aria-label={`${t('library.export.taken')}: ${find.masked}`}
          onChange={onToggle}
        />
      </label>
      <div className="min-w-0 flex-1">
        <p className={cn('font-mono text-sm [overflow-wrap:anywhere]', !isKept && 'line-through decoration-danger')}>
          {text}
        </p>
        <p translate="no" className="text-ink-soft text-xs [overflow-wrap:anywhere]">
          …{find.before}
          <mark className="rounded-sm bg-warning-soft text-ink">{isKept ? text : find.replacement}</mark>
          {find.after}…
        </p>
        <p className="text-ink-soft text-xs">
          {t('library.export.times', { count: find.count, n: format.number(find.count) })}
          {isKept ? null : ` · ${t('library.export.becomes', { text: find.replacement })}`}
        </p>
      </div>
      {isMasked ? (
        <IconButton
          size="sm"
          label={t(shown ? 'library.export.hide' : 'library.export.show')}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      ) : null}
    </li>
  );
}

/** Choice of what a file or a shared conversation has. */
export interface Redacting {
  readonly redact: boolean;
  readonly patterns: readonly OwnPattern[];
  /** Ids of matches that stay. */
  readonly keep: readonly string[];
}

/** A dialog by which conversations leave: redacted unless the person chooses otherwise. Of one, each match is shown before. */
export function LeavingDialog({
  sessions,
  title,
  action,
  hint,
  onSend,
  onClose,
  children,
}: {
  readonly sessions: readonly string[];
  readonly title: string;
  /** Words of its button. */
  readonly action: string;
  /** Said of what is redacted. */
  readonly hint?: string | undefined;
  /** @returns why it failed. */
  readonly onSend: (choice: Redacting) => Promise<Failure | undefined>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const t = useT();
  const [redact, setRedact] = useState(true);
  const [patterns, setPatterns] = useState<readonly OwnPattern[]>([]);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [only] = sessions;
  const one = sessions.length === 1 ? only : undefined;
  const { preview, refused } = usePreview(redact ? one : undefined, patterns);
  /** A pattern is refused, or the matches are not known yet. */
  const isOpen = redact && (refused !== undefined || (one !== undefined && preview === undefined));
  const about = useApp((data) => data.sessions?.find(({ id }) => id === one)?.title ?? '');
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    const failed = await onSend({ redact, patterns, keep: [...kept] });
    setBusy(false);
    if (failed === undefined) onClose();
    else setFailure(failed);
  };
  return (
    <Dialog
      growing
      open
      onClose={onClose}
      size="lg"
      title={title}
      {...(about === '' ? {} : { description: about })}
      footer={
        <Button variant="primary" busy={busy} disabled={isOpen} onClick={() => void send()}>
          {action}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        <Switch
          label={t('library.export.redact')}
          description={t('library.export.redactHint')}
          checked={redact}
          onChange={setRedact}
        />
        {failure === undefined ? null : <FailureNote failure={failure} />}
        {redact ? (
          <>
            {hint === undefined ? null : <p className="text-ink-soft text-sm">{hint}</p>}
            <OwnPatterns
              patterns={patterns}
              refused={refused === undefined ? undefined : failureText(currentLanguage(), refused).text}
              onChange={setPatterns}
            />
            {one === undefined ? (
              <p className="text-ink-soft text-sm">{t('library.export.manyHint')}</p>
            ) : preview !== undefined ? (
              <RedactionList preview={preview} kept={kept} onKeep={setKept} />
            ) : refused === undefined ? (
              <Waiting>{t('library.export.looking')}</Waiting>
            ) : null}
          </>
        ) : (
          <Banner tone="warning" title={t('library.export.unsafe')} />
        )}
      </div>
    </Dialog>
  );
}
