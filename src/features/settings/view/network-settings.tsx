import { useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { ChoiceList } from '../../../renderer/shared/choice-list.tsx';
import { Section } from '../../../renderer/shared/section.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { NetworkSettings as Network } from '../../../shared/settings/schema.ts';

const WAYS = ['system', 'none', 'address'] as const;
type Way = (typeof WAYS)[number];

const isAddress = (text: string): boolean => /^(https?|socks5h?):$/.test(URL.parse(text)?.protocol ?? '');

/** Proxy, exceptions and own certificates of all connections to other computers. */
export function NetworkSettings() {
  const t = useT();
  const { network = {} } = useSettings();
  const { setSettings } = useActions();
  const [chosen, setChosen] = useState<Way>();
  const { proxy = 'system' } = network;
  const stored: Way = proxy === 'system' || proxy === 'none' ? proxy : 'address';
  const way = chosen ?? stored;
  const keep = (change: Network) => setSettings({ network: { ...network, ...change } });
  const choose = (next: Way) => {
    setChosen(next);
    // An address is stored once it is typed.
    if (next !== 'address') void keep({ proxy: next }).then(() => setChosen(undefined));
  };
  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.network.hint')}</p>
      <ChoiceList
        label={t('settings.network.proxy')}
        value={way}
        onChange={choose}
        choices={WAYS.map((value) => ({ value, label: t(`settings.network.ways.${value}`) }))}
      />
      {way === 'address' ? (
        <Field
          label={t('common.address')}
          description={t('settings.network.addressHint')}
          placeholder="http://user:password@proxy.example:8080"
          stored={stored === 'address' ? proxy : ''}
          fault={(text) => (isAddress(text) ? undefined : t('settings.network.badAddress'))}
          onKeep={async (text) => {
            if (text !== '' && (await keep({ proxy: text }))) setChosen(undefined);
          }}
        />
      ) : null}
      {way === 'none' ? null : (
        <Field
          label={t('settings.network.noProxy')}
          description={t('settings.network.noProxyHint')}
          placeholder="intranet.example, 10.0.0.0/8"
          stored={network.noProxy ?? ''}
          onKeep={(text) => keep({ noProxy: text })}
        />
      )}
      <Field
        label={t('settings.network.certificates')}
        description={t('settings.network.certificatesHint')}
        placeholder="/etc/ssl/our-authority.pem"
        stored={network.certificates ?? ''}
        onKeep={(text) => keep({ certificates: text })}
      />
    </Section>
  );
}

interface FieldProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly stored: string;
  readonly fault?: (text: string) => string | undefined;
  readonly onKeep: (text: string) => Promise<unknown>;
}

/** Stored when the field loses focus or on Enter. */
function Field({ stored, fault, onKeep, ...field }: FieldProps) {
  const [text, setText] = useState<string>();
  const typed = (text ?? stored).trim();
  const error = typed === '' || typed === stored ? undefined : fault?.(typed);
  const keep = async () => {
    if (text === undefined || error !== undefined) return;
    if (typed !== stored) await onKeep(typed);
    setText(undefined);
  };
  return (
    <TextField
      {...field}
      spellCheck={false}
      value={text ?? stored}
      onChange={setText}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) void keep();
      }}
      {...(error === undefined ? {} : { error })}
    />
  );
}
