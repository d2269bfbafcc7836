import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../renderer/i18n.ts';
import { AdvancedFields, NO_ADVANCED } from '../../../renderer/model-form/advanced-fields.tsx';
import {
  CUSTOM,
  changeOf,
  DEMO,
  formOf,
  isStored,
  KeyField,
  ModelField,
  type ModelForm,
  ModelTestResult,
  ProviderLink,
  presetOf,
  problemsOf,
  sameHost,
  withProvider,
  withStoredHeaders,
} from '../../../renderer/model-form/model-field.tsx';
import { Section } from '../../../renderer/shared/section.tsx';
import { useActions, useSettings } from '../../../renderer/store/index.ts';
import { Badge, Banner, Button } from '../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../renderer/ui/on-demand.ts';
import type { ModelTest } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import { keyFault } from '../../../shared/models/model-options.ts';
import { MODEL_PRESETS, presetOfKey } from '../../../shared/models/model-presets.ts';

type Test = 'none' | 'running' | ModelTest;

/** Choice of the model that answers: a provider, a local server, another address, or the demo model. */
export function ModelSettings() {
  const { t, language } = useText();
  const stored = useSettings();
  const { setSettings, testModel } = useActions();
  const [form, setForm] = useState<ModelForm>(() => formOf(stored));
  const [test, setTest] = useState<Test>('none');
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (typeof test === 'object') result.current?.scrollIntoView({ block: 'nearest' });
  }, [test]);

  const preset = presetOf(form.provider);
  const keyStored = stored.hasKey && sameHost(form.baseUrl, stored.baseUrl);
  const problems = problemsOf(form, keyStored);
  const fault = keyFault(form.apiKey);
  const complete = !problems.baseUrl && !problems.key && fault === undefined && problems.advanced.length === 0;
  const inUse =
    form.provider === DEMO
      ? stored.demo
      : form.baseUrl.trim() === stored.baseUrl &&
        form.model.trim() === stored.model &&
        form.apiKey === '' &&
        isStored(form, stored);
  const recognised = presetOfKey(form.apiKey);

  const change = (next: ModelForm) => {
    setForm(next);
    setTest('none');
  };
  const runTest = async () => {
    setTried(true);
    if (!complete) return;
    setTest('running');
    const { baseUrl = '', model = '', apiKey, modelOptions } = changeOf(form, stored);
    setTest((await testModel({ baseUrl, model, ...defined({ apiKey, modelOptions }) })) ?? 'none');
  };
  const save = async () => {
    setTried(true);
    if (!complete) return;
    setSaving(true);
    const saved = await setSettings(changeOf(form, stored));
    setSaving(false);
    if (saved) setForm(withStoredHeaders({ ...form, apiKey: '' }));
  };

  const address = (
    <TextField
      label={t('common.address')}
      description={form.provider === CUSTOM ? t('settings.model.baseUrlHint') : undefined}
      type="url"
      spellCheck={false}
      inputClassName="font-mono text-sm"
      value={form.baseUrl}
      onChange={(baseUrl) => change({ ...form, baseUrl })}
      {...(tried && problems.baseUrl ? { error: t('settings.model.badUrl') } : {})}
    />
  );

  return (
    <Section>
      <Select
        label={t('settings.model.provider')}
        value={form.provider}
        onChange={(provider) => change(withProvider(form, provider))}
        options={[
          { value: DEMO, label: t('common.demo') },
          ...MODEL_PRESETS.map(({ id, name }) => ({ value: id, label: name[language] })),
          { value: CUSTOM, label: t('settings.model.custom') },
        ]}
      />
      {form.provider === DEMO ? (
        <p className="text-pretty text-ink-soft">{t('settings.model.demoText')}</p>
      ) : (
        <>
          {form.provider === CUSTOM ? address : null}
          <KeyField
            value={form.apiKey}
            stored={keyStored}
            missing={tried && problems.key}
            fault={fault}
            keyStore={stored.keyStore}
            preset={preset}
            recognised={recognised?.id === form.provider ? undefined : recognised}
            onChange={(apiKey) => change({ ...form, apiKey })}
            onUseRecognised={(provider) => change(withProvider(form, provider, form.apiKey))}
            onForget={() => void setSettings({ apiKey: '' })}
          />
          {form.provider === CUSTOM ? null : address}
          <ModelField
            form={form}
            offered={typeof test === 'object' ? test.models : []}
            onChange={(model) => change({ ...form, model })}
          />
          <AdvancedFields
            form={form.advanced ?? NO_ADVANCED}
            bad={tried ? problems.advanced : []}
            onChange={(advanced) => change({ ...form, advanced })}
          />
          <p className="text-ink-soft text-sm">{t('settings.model.tableAge', { day: stored.modelTable })}</p>
        </>
      )}
      {preset === undefined ? null : <ProviderLink preset={preset} />}
      <div role="status" ref={result} className="scroll-mb-16">
        {typeof test === 'object' ? (
          <ModelTestResult test={test} form={form} maxContext={stored.limits.maxContext} onMend={change} />
        ) : null}
      </div>
      {form.provider === DEMO && !stored.demo ? <Banner tone="info">{t('settings.model.demoSwitch')}</Banner> : null}
      <div className="sticky bottom-0 mt-auto -mx-5 -mb-6 flex flex-wrap items-center gap-2 border-line border-t bg-raised px-5 py-3">
        {form.provider === DEMO ? null : (
          <Button busy={test === 'running'} onClick={() => void runTest()}>
            {t(test === 'running' ? 'common.testing' : 'settings.model.test')}
          </Button>
        )}
        {inUse ? (
          <Badge tone="success" className="h-6 px-2 text-sm">
            {t('settings.model.saved')}
          </Badge>
        ) : (
          <Button variant="primary" busy={saving} onClick={() => void save()}>
            {t('settings.model.save')}
          </Button>
        )}
      </div>
    </Section>
  );
}
