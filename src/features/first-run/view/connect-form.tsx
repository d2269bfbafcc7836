import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import {
  CUSTOM,
  isWebAddress,
  type ModelForm,
  ModelTestResult,
  optionsOf,
  ProviderLink,
  presetOf,
  withProvider,
} from '../../../renderer/model-form/model-field.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../renderer/ui/on-demand.ts';
import type { ModelTest } from '../../../shared/contract.ts';
import { keyFault } from '../../../shared/models/model-options.ts';
import { MODEL_PRESETS, presetOfKey } from '../../../shared/models/model-presets.ts';

const [FIRST] = MODEL_PRESETS;
const EMPTY: ModelForm = { provider: FIRST?.id ?? CUSTOM, baseUrl: '', model: '', apiKey: '' };

/** A key is enough: the provider is recognised from it, or chosen. Nothing is stored before a test has passed. */
export function ConnectForm({ onConnected }: { readonly onConnected: () => void }) {
  const { t, language } = useText();
  const { setSettings, testModel } = useActions();
  const [form, setForm] = useState<ModelForm>(() => withProvider(EMPTY, EMPTY.provider));
  const [chosen, setChosen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [test, setTest] = useState<ModelTest>();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const preset = presetOf(form.provider);
  const recognised = presetOfKey(form.apiKey);
  const keyMissing = preset?.needsKey === true && form.apiKey.trim() === '';
  const badKey = keyFault(form.apiKey);
  const badUrl = !isWebAddress(form.baseUrl);

  const change = (next: ModelForm) => {
    setTest(undefined);
    setForm(next);
  };
  const typeKey = (apiKey: string) => {
    const owner = presetOfKey(apiKey);
    // The provider recognised from the key overrides a guess, but not the user's choice.
    change(owner === undefined || chosen ? { ...form, apiKey } : withProvider(form, owner.id, apiKey));
  };
  // Its findings still hold where only another model is chosen of those that it found.
  const mend = (next: ModelForm) => (next.baseUrl === form.baseUrl ? setForm(next) : change(next));
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (keyMissing || badKey !== undefined || badUrl) return;
    setBusy(true);
    const { baseUrl, model, apiKey } = form;
    const given = {
      baseUrl: baseUrl.trim(),
      model: model.trim(),
      ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
      ...optionsOf(form, false),
    };
    const result = await testModel(given);
    // The user has gone back, or started the demo model, in the meantime.
    if (!here.current) return;
    const kept = result?.ok === true && (await setSettings(given));
    setBusy(false);
    if (kept) onConnected();
    else setTest(result);
  };

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void connect(event)}>
      {preset?.needsKey === false ? null : (
        <TextField
          label={t('settings.model.key')}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('settings.model.keyPlaceholder')}
          value={form.apiKey}
          onChange={typeKey}
          {...(recognised?.id === form.provider && form.apiKey !== ''
            ? { description: t('firstRun.connect.recognised', { provider: recognised.name[language] }) }
            : {})}
          {...(badKey === undefined ? {} : { error: t(`settings.model.keyFault.${badKey}`) })}
          {...(tried && keyMissing ? { error: t('settings.model.keyMissing') } : {})}
        />
      )}
      <Select
        label={t('settings.model.provider')}
        value={form.provider}
        onChange={(provider) => {
          setChosen(true);
          // A key that is certainly another's is not sent to this one.
          change(withProvider(form, provider, recognised === undefined ? form.apiKey : ''));
        }}
        options={[
          ...MODEL_PRESETS.map(({ id, name }) => ({ value: id, label: name[language] })),
          { value: CUSTOM, label: t('settings.model.custom') },
        ]}
      />
      {form.provider === CUSTOM ? (
        <TextField
          label={t('common.address')}
          description={t('settings.model.baseUrlHint')}
          type="url"
          spellCheck={false}
          value={form.baseUrl}
          onChange={(baseUrl) => change({ ...form, baseUrl })}
          {...(tried && badUrl ? { error: t('settings.model.badUrl') } : {})}
        />
      ) : null}
      {form.provider === CUSTOM || test?.ok === false ? (
        <TextField
          label={t('common.model')}
          description={t('settings.model.modelHint')}
          spellCheck={false}
          value={form.model}
          onChange={(model) => setForm({ ...form, model })}
        />
      ) : null}
      {preset === undefined ? null : <ProviderLink preset={preset} />}
      <div role="status">
        {busy ? <p className="text-pretty text-ink-soft">{t('firstRun.connect.slow')}</p> : null}
        {test === undefined ? null : <ModelTestResult test={test} form={form} onMend={mend} />}
      </div>
      <Button type="submit" variant="primary" busy={busy} className="self-start">
        {t(busy ? 'common.testing' : 'firstRun.connect.connect')}
      </Button>
    </form>
  );
}
