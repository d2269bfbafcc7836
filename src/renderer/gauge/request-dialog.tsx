import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContextView } from '../../shared/contract.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Button, Dialog, ScrollArea, Spinner } from '../ui/index.ts';

/** Laid out for reading; every value is as it would be posted. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

/** The exact next request. Read anew each time it is opened. */
export function RequestDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { showContext } = useActions();
  const [view, setView] = useState<ContextView | 'reading' | 'none'>('reading');
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!open) return;
    let current = true;
    setView('reading');
    setCopied(false);
    void showContext().then((next) => {
      if (current) setView(next ?? 'none');
    });
    return () => {
      current = false;
    };
  }, [open, showContext]);

  const ready = typeof view === 'object' ? view : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t('gauge.request.title')}
      description={t('gauge.request.description')}
      size="xl"
      flush
      footer={
        ready === undefined ? undefined : (
          <>
            <dl className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-4 text-ink-soft text-sm">
              <div className="flex gap-1.5">
                <dt>{t('gauge.request.size')}</dt>
                <dd className="text-ink tabular-nums">
                  {format.bytes(new TextEncoder().encode(ready.json).length)} ·{' '}
                  {ready.tokens.approximate === true ? `${t('gauge.approximate')} ` : ''}
                  {t('common.tokens', { count: ready.tokens.total, n: format.number(ready.tokens.total) })}
                </dd>
              </div>
              {ready.prefix === undefined ? null : (
                <div className="flex gap-1.5">
                  <dt>{t('gauge.request.same')}</dt>
                  <dd className="text-ink tabular-nums">
                    {t('gauge.keptRow', {
                      n: format.number(ready.prefix.tokens),
                      share: format.percent(ready.prefix.tokens / Math.max(1, ready.tokens.total)),
                    })}
                  </dd>
                </div>
              )}
              {ready.verified === undefined ? null : (
                <div className="flex gap-1.5">
                  <dt>{t('gauge.request.verified')}</dt>
                  <dd className={ready.verified ? 'text-ink' : 'text-danger'}>
                    {t(ready.verified ? 'gauge.request.asSent' : 'gauge.request.notAsSent')}
                  </dd>
                </div>
              )}
              <div className="flex min-w-0 gap-1.5">
                <dt>{t('gauge.request.hash')}</dt>
                <dd className="truncate font-mono text-ink text-xs" title={ready.sha256}>
                  {ready.sha256.slice(0, 16)}…
                </dd>
              </div>
            </dl>
            <Button
              variant="primary"
              onClick={() => void navigator.clipboard.writeText(ready.json).then(() => setCopied(true))}
            >
              {copied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
              {copied ? t('common.copied') : t('gauge.request.copy')}
            </Button>
          </>
        )
      }
    >
      {ready === undefined ? (
        <p className="flex items-center gap-2 px-5 pb-6 text-ink-soft">
          {view === 'reading' ? <Spinner decorative /> : null}
          {t(view === 'reading' ? 'gauge.request.reading' : 'gauge.request.none')}
        </p>
      ) : (
        <ScrollArea className="h-[min(34rem,calc(100dvh-16rem))] border-line border-t bg-sunken">
          <pre className="whitespace-pre-wrap break-words px-5 py-4 font-mono text-ink text-xs leading-relaxed">
            {pretty(ready.json)}
          </pre>
        </ScrollArea>
      )}
    </Dialog>
  );
}
