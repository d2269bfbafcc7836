import { useEffect, useState } from 'react';
import { useT, useText } from '../../renderer/i18n.ts';
import { ChoiceList } from '../../renderer/shared/choice-list.tsx';
import { Section } from '../../renderer/shared/section.tsx';
import { useActions } from '../../renderer/store/index.ts';
import { Banner } from '../../renderer/ui/index.ts';
import { Select, Switch, TextField } from '../../renderer/ui/on-demand.ts';
import type { TelemetryView } from './contract.ts';

type Where = 'environment' | 'address' | 'off';

const PROTOCOLS = ['http/json', 'http/protobuf'] as const;

/** Endpoint and content of traces, and the state of sending. */
export function TelemetrySettings() {
  const t = useT();
  const { telemetry } = useActions();
  const [view, setView] = useState<TelemetryView>();
  const [chosen, setChosen] = useState<Where>();
  useEffect(() => {
    const stop = new AbortController();
    telemetry.follow(setView, stop.signal);
    return () => stop.abort();
  }, [telemetry]);
  if (view === undefined) return null;
  const { endpoint, protocol, contents, headers } = view;
  const stored: Where = endpoint === undefined ? 'environment' : endpoint === '' ? 'off' : 'address';
  const where = chosen ?? stored;
  const choose = (next: Where) => {
    setChosen(next);
    // An address is stored once it is typed.
    if (next !== 'address')
      void telemetry.set({ endpoint: next === 'off' ? '' : null }).then(() => setChosen(undefined));
  };
  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.telemetry.hint')}</p>
      <ChoiceList
        label={t('settings.telemetry.where')}
        value={where}
        onChange={choose}
        choices={(['off', 'address', 'environment'] as const).map((value) => ({
          value,
          label: t(`settings.telemetry.to.${value}`),
        }))}
      />
      {where === 'address' ? (
        <>
          <Address endpoint={endpoint ?? ''} onStored={() => setChosen(undefined)} />
          <Select
            label={t('settings.telemetry.protocol')}
            value={protocol ?? 'http/json'}
            options={PROTOCOLS.map((value) => ({ value, label: value }))}
            onChange={(next) => void telemetry.set({ protocol: next })}
          />
          <p className="text-pretty text-ink-soft text-sm">
            {headers.length === 0
              ? t('settings.telemetry.noHeaders')
              : t('settings.telemetry.headers', { names: headers.join(', ') })}
          </p>
        </>
      ) : null}
      <Switch
        label={t('settings.telemetry.contents')}
        description={t('settings.telemetry.contentsHint')}
        checked={contents}
        onChange={(next) => void telemetry.set({ contents: next })}
      />
      <Standing view={view} />
    </Section>
  );
}

/** Stored when the field loses focus or on Enter. */
function Address({ endpoint, onStored }: { readonly endpoint: string; readonly onStored: () => void }) {
  const t = useT();
  const { telemetry } = useActions();
  const [text, setText] = useState<string>();
  const typed = (text ?? endpoint).trim();
  const isBad = typed !== '' && !/^https?:$/.test(URL.parse(typed)?.protocol ?? '');
  const keep = async () => {
    if (text === undefined || isBad || typed === '') return;
    if (typed === endpoint || (await telemetry.set({ endpoint: typed }))) {
      setText(undefined);
      onStored();
    }
  };
  return (
    <TextField
      label={t('common.address')}
      description={t('settings.telemetry.addressHint')}
      inputMode="url"
      spellCheck={false}
      placeholder="http://127.0.0.1:4318"
      value={text ?? endpoint}
      onChange={setText}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) void keep();
      }}
      {...(isBad ? { error: t('settings.telemetry.badAddress') } : {})}
    />
  );
}

function Standing({ view: { target, waiting, sentAt, problem } }: { readonly view: TelemetryView }) {
  const { t, format } = useText();
  const facts = [
    [t('settings.telemetry.target'), target ?? t('settings.telemetry.nowhere')],
    [
      t('settings.telemetry.waiting'),
      t('settings.telemetry.conversations', { count: waiting, n: format.number(waiting) }),
    ],
    [t('settings.telemetry.sentAt'), sentAt === undefined ? t('settings.telemetry.never') : format.dateTime(sentAt)],
  ] as const;
  return (
    <section aria-label={t('settings.telemetry.standing')} className="flex flex-col gap-3 border-line border-t pt-4">
      <dl className="flex flex-col gap-1.5 text-base" aria-live="polite">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-soft">{name}</dt>
            <dd className="text-right tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {problem === undefined ? null : (
        <Banner tone="warning" title={t(`settings.telemetry.problem.${problem.code}`, problem.figures)}>
          {t('settings.telemetry.problemAt', { when: format.dateTime(problem.at) })}
        </Banner>
      )}
    </section>
  );
}
