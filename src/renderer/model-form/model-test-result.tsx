import { Check, X } from 'lucide-react';
import type { ModelTest } from '../../shared/contract.ts';
import { failureReason } from '../../shared/messages/run-failure.ts';
import {
  MODEL_TEST_CODES,
  MODEL_TEST_STEPS,
  type ModelTestCode,
  type ModelTestStep,
} from '../../shared/models/model-test-codes.ts';
import { useFormat, useLanguage, useT } from '../i18n/index.ts';
import { Banner, Button } from '../ui/index.ts';
import { Collapsible } from '../ui/on-demand.ts';
import { type ModelForm, withWire } from './model-form.ts';

const isStep = (name: string): name is ModelTestStep => (MODEL_TEST_STEPS as readonly string[]).includes(name);

function TestSteps({ steps }: { readonly steps: ModelTest['steps'] }) {
  const t = useT();
  const known = steps.flatMap((step) => (isStep(step.name) ? [{ ...step, name: step.name }] : []));
  return (
    <ol aria-label={t('settings.model.steps')} className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {known.map(({ name, ok }) => (
        <li key={name} className="flex items-center gap-1">
          {ok ? <Check aria-hidden className="size-3.5" /> : <X aria-hidden className="size-3.5" />}
          {t(`settings.model.step.${name}`)}
          <span className="sr-only">{t(ok ? 'settings.model.stepDone' : 'settings.model.stepFailed')}</span>
        </li>
      ))}
    </ol>
  );
}

const CODES: ReadonlySet<string> = new Set(MODEL_TEST_CODES);
const isKnown = (code: string): code is ModelTestCode => CODES.has(code);

/**
 * Result of the test: a plain summary, with the exact message one press away. Offers a fix if there is one: an
 * available model, or the address with its missing ending.
 */
export function ModelTestResult({
  test,
  form,
  maxContext,
  onMend,
}: {
  readonly test: ModelTest;
  readonly form: ModelForm;
  /** Tokens: the gauge's limit. */
  readonly maxContext?: number | undefined;
  readonly onMend: (form: ModelForm) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const format = useFormat();
  const held = test.limits.maxContext;
  const smaller =
    held === undefined || maxContext === undefined || held >= maxContext ? null : (
      <p>{t('settings.model.serverHolds', { held: format.number(held), limit: format.number(maxContext) })}</p>
    );
  if (test.ok) {
    return (
      <Banner tone="success">
        {t('settings.model.testOk', { model: form.model, time: format.duration(test.ms) })}
        {smaller}
        <TestSteps steps={test.steps} />
      </Banner>
    );
  }
  const { code, otherWire } = test;
  const words = isKnown(code) && code !== 'ok' ? t(`settings.model.code.${code}`) : undefined;
  const exact = failureReason(language, test);
  return (
    <Banner tone={code === 'no-model' ? 'info' : 'warning'} title={t('settings.model.testFailed')}>
      {words === undefined ? null : <p>{words}</p>}
      {words === undefined ? (
        <p className="break-words">{exact}</p>
      ) : (
        <Collapsible className="mt-1 text-ink-soft text-sm" summary={t('settings.model.testDetails')}>
          <p className="break-words">{exact}</p>
        </Collapsible>
      )}
      <TestSteps steps={test.steps} />
      {otherWire === undefined ? null : (
        <Button size="sm" className="mt-2" onClick={() => onMend(withWire(form, otherWire))}>
          {t('settings.model.useWire', { wire: t(`settings.model.advanced.wires.${otherWire}`) })}
        </Button>
      )}
      {code === 'needs-v1' ? (
        <Button
          size="sm"
          className="mt-2 max-w-full"
          onClick={() => onMend({ ...form, baseUrl: withEnding(form.baseUrl) })}
        >
          <span className="truncate">{t('settings.model.useAddress', { address: withEnding(form.baseUrl) })}</span>
        </Button>
      ) : null}
      {test.models.length === 0 ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          <span className="text-ink-soft text-sm">{t('settings.model.modelOffered')}</span>
          {test.models.slice(0, MOST_NAMES).map((name) => (
            <Button
              key={name}
              size="sm"
              className="max-w-full font-mono"
              aria-label={t('settings.model.useModel', { model: name })}
              aria-pressed={name === form.model}
              onClick={() => onMend({ ...form, model: name })}
            >
              <span className="truncate">{name}</span>
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}

/** Some providers offer hundreds. */
const MOST_NAMES = 8;

const withEnding = (baseUrl: string): string => `${baseUrl.trim().replace(/\/+$/, '')}/v1`;
