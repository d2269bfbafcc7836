import type { ModelTest } from '../../shared/contract.ts';
import { MODEL_TEST_CODES, type ModelTestCode } from '../../shared/model-test-codes.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { Banner, Collapsible } from '../ui/index.ts';

const CODES: ReadonlySet<string> = new Set(MODEL_TEST_CODES);
const isKnown = (code: string): code is ModelTestCode => CODES.has(code);

/** What the test found: in the person's own words, and a press away the exact message. */
export function ModelTestResult({ test, model }: { readonly test: ModelTest; readonly model: string }) {
  const t = useT();
  const format = useFormat();
  if (test.ok) {
    return <Banner tone="success">{t('settings.model.testOk', { model, time: format.duration(test.ms) })}</Banner>;
  }
  const { code } = test;
  const words = isKnown(code) && code !== 'ok' ? t(`settings.model.code.${code}`) : undefined;
  return (
    <Banner tone={code === 'no-model' ? 'info' : 'warning'} title={t('settings.model.testFailed')}>
      {words === undefined ? null : <p>{words}</p>}
      {words === undefined ? (
        <p className="break-words">{test.message}</p>
      ) : (
        <Collapsible className="mt-1 text-ink-soft text-sm" summary={t('settings.model.testDetails')}>
          <p className="break-words">{test.message}</p>
        </Collapsible>
      )}
      {test.models.length === 0 ? null : (
        <p className="mt-1 break-words text-ink-soft text-sm">
          {t('settings.model.modelOffered')}:{' '}
          <span className="font-mono">{test.models.slice(0, MOST_NAMES).join(', ')}</span>
        </p>
      )}
    </Banner>
  );
}

/** Some providers offer hundreds. */
const MOST_NAMES = 8;
