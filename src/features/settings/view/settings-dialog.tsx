import {
  Bell,
  Coins,
  Gauge,
  Globe,
  HardDrive,
  KeyRound,
  Layers,
  type LucideIcon,
  Palette,
  Plug,
  ShieldCheck,
  Users,
  Waypoints,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useLanguage, useT, useText } from '../../../renderer/i18n.ts';
import { ChoiceList } from '../../../renderer/shared/choice-list.tsx';
import { Section } from '../../../renderer/shared/section.tsx';
import {
  SETTINGS_TABS,
  type SettingsTab,
  useActions,
  useApp,
  useSettings,
  useSimpleView,
} from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Dialog, Switch, Tabs, TextField, type TextFieldProps } from '../../../renderer/ui/on-demand.ts';
import { GLOBAL_SHORTCUTS, THEMES } from '../../../shared/contract.ts';
import { LIMIT_NAMES, LIMITS, type LimitName } from '../../../shared/settings/limits.ts';
import type { NetworkSettings as Network } from '../../../shared/settings/schema.ts';
import { ApprovalSettings } from './approval-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { EnvironmentSettings } from './environment-settings.tsx';
import { ModelSettings } from './model-settings.tsx';
import { PriceSettings } from './price-settings.tsx';

const WAYS = ['system', 'none', 'address'] as const;
type Way = (typeof WAYS)[number];

const isAddress = (text: string): boolean => /^(https?|socks5h?):$/.test(URL.parse(text)?.protocol ?? '');

/** Proxy, exceptions and own certificates of all connections to other computers. */
function NetworkSettings() {
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
          fault={(text) => (text === '' || isAddress(text) ? undefined : t('settings.network.badAddress'))}
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

interface FieldProps extends Pick<TextFieldProps, 'label' | 'description' | 'placeholder' | 'inputClassName'> {
  readonly inputMode?: 'numeric';
  readonly stored: string;
  readonly fault?: (text: string) => string | undefined;
  readonly onKeep: (text: string) => Promise<unknown>;
}

/** Stored when the field loses focus or on Enter. */
function Field({ stored, fault, onKeep, ...field }: FieldProps) {
  const [text, setText] = useState<string>();
  const typed = (text ?? stored).trim();
  const error = typed === stored ? undefined : fault?.(typed);
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

/** Tabs whose settings a person knows without knowing how the app works. */
const PLAIN: readonly SettingsTab[] = ['model', 'approvals', 'appearance', 'notices', 'data'];
const ICONS: Readonly<Record<SettingsTab, LucideIcon>> = {
  model: KeyRound,
  approvals: ShieldCheck,
  mcp: Plug,
  limits: Gauge,
  prices: Coins,
  appearance: Palette,
  notices: Bell,
  environments: Layers,
  network: Globe,
  telemetry: Waypoints,
  archive: Users,
  data: HardDrive,
};

/** Every change holds at once; only the model is taken over by a button, as it should be tested first. */
export function SettingsDialog({
  tab: asked,
  panels,
}: {
  readonly tab: SettingsTab | undefined;
  /** Other features provide them. */
  readonly panels: Readonly<Record<'archive' | 'mcp' | 'telemetry', ComponentType>>;
}) {
  const t = useT();
  const { openDialog } = useActions();
  const simple = useSimpleView();
  const tab = asked ?? 'model';
  const shown: Readonly<Record<SettingsTab, ComponentType>> = {
    model: ModelSettings,
    approvals: ApprovalSettings,
    limits: LimitSettings,
    prices: PriceSettings,
    appearance: AppearanceSettings,
    notices: NoticeSettings,
    environments: EnvironmentSettings,
    network: NetworkSettings,
    data: DataSettings,
    ...panels,
  };
  // The tab that was asked for is always there.
  const tabs = SETTINGS_TABS.filter((one) => !simple || one === tab || PLAIN.includes(one));
  return (
    <Dialog
      open={asked !== undefined}
      onClose={() => openDialog(undefined)}
      title={t('common.settings')}
      size="lg"
      flush
    >
      <Tabs
        label={t('settings.sections')}
        orientation="vertical"
        className="h-[min(34rem,calc(100dvh-9rem))]"
        value={tab}
        onChange={(next) => openDialog({ name: 'settings', tab: next })}
        items={tabs.map((value) => {
          const [Icon, Panel] = [ICONS[value], shown[value]];
          return { value, label: t(`settings.tab.${value}`), icon: <Icon aria-hidden />, panel: <Panel /> };
        })}
      />
    </Dialog>
  );
}

function AppearanceSettings() {
  const t = useT();
  const { theme, language } = useSettings();
  const { setSettings } = useActions();
  const simple = useSimpleView();
  return (
    <Section>
      <Switch
        label={t('app.header.howItWorks')}
        description={t('settings.appearance.howItWorksHint')}
        checked={!simple}
        onChange={(on) => void setSettings({ view: on ? 'full' : 'simple' })}
      />
      <ChoiceList
        label={t('app.theme.label')}
        hint={t('settings.appearance.contrast')}
        value={theme}
        onChange={(next) => void setSettings({ theme: next })}
        choices={THEMES.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
      />
      <ChoiceList
        label={t('app.language.label')}
        value={language}
        onChange={(next) => void setSettings({ language: next })}
        choices={[
          { value: 'system', label: t('app.language.system') },
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
      />
    </Section>
  );
}

const permission = (): NotificationPermission => ('Notification' in window ? Notification.permission : 'denied');

/** The browser asks the person once, and only after a press of theirs. */
function BrowserPermission() {
  const t = useT();
  const [given, setGiven] = useState(permission);
  if (given === 'granted') return null;
  if (given === 'denied') return <Banner tone="warning">{t('settings.notices.denied')}</Banner>;
  return (
    <div>
      <Button onClick={() => void Notification.requestPermission().then(setGiven)}>
        {t('settings.notices.allow')}
      </Button>
    </div>
  );
}

/** Notifications while the user looks at something else. */
function NoticeSettings() {
  const t = useT();
  const { notify, missedSkills, keepRunning, globalShortcut } = useSettings();
  const { setSettings } = useActions();
  const host = useApp((data) => data.info?.host);
  return (
    <Section>
      <Switch
        label={t('settings.notices.notify')}
        description={t('settings.notices.notifyHint')}
        checked={notify}
        onChange={(next) => void setSettings({ notify: next })}
      />
      {host === 'browser' && notify ? <BrowserPermission /> : null}
      <Switch
        label={t('settings.notices.missedSkills')}
        description={t('settings.notices.missedSkillsHint')}
        checked={missedSkills}
        onChange={(next) => void setSettings({ missedSkills: next })}
      />
      {host === 'electron' ? (
        <>
          <Switch
            label={t('settings.notices.keepRunning')}
            description={t('settings.notices.keepRunningHint')}
            checked={keepRunning}
            onChange={(next) => void setSettings({ keepRunning: next })}
          />
          <ChoiceList
            label={t('settings.notices.shortcut')}
            hint={t('settings.notices.shortcutHint')}
            value={globalShortcut}
            onChange={(next) => void setSettings({ globalShortcut: next })}
            choices={GLOBAL_SHORTCUTS.map((value) => ({
              value,
              label: value === 'none' ? t('settings.notices.noShortcut') : value.replace('CommandOrControl', 'Ctrl'),
            }))}
          />
        </>
      ) : null}
    </Section>
  );
}

function LimitSettings() {
  const t = useT();
  return (
    <Section>
      <p className="text-pretty text-ink-soft text-sm">{t('settings.limits.hint')}</p>
      {LIMIT_NAMES.map((name) => (
        <LimitField key={name} name={name} />
      ))}
    </Section>
  );
}

/** Saves only a whole number within its bounds. */
function LimitField({ name }: { readonly name: LimitName }) {
  const { t, format } = useText();
  const { limits } = useSettings();
  const { setSettings } = useActions();
  const { min, max, default: standard, [useLanguage()]: words } = LIMITS[name];
  const held = limits[name] ?? standard;
  // An empty field means no limit, where 0 does.
  const optional = standard === 0;
  const numberIn = (text: string) => Number(text.replaceAll(/[\s,，]/g, ''));
  const isBad = (text: string): boolean => {
    const value = numberIn(text);
    return (text === '' && !optional) || !(Number.isInteger(value) && value >= min && value <= max);
  };
  const range = { min: format.number(min), max: format.number(max) };
  return (
    <Field
      label={words.label}
      description={words.hint}
      inputMode="numeric"
      inputClassName="max-w-40 tabular-nums"
      {...(optional ? { placeholder: t('common.noLimit') } : {})}
      stored={optional && held === 0 ? '' : format.number(held)}
      fault={(text) => (isBad(text) ? t('settings.limits.bad', range) : undefined)}
      onKeep={(text) => setSettings({ limits: { ...limits, [name]: numberIn(text) } })}
    />
  );
}
