import { useMemo } from 'react';
import { Layout } from './app/layout.tsx';
import { FirstRunGate } from './first-run/first-run.tsx';
import { useT } from './i18n/index.ts';
import { type AppStore, StoreProvider, useResolvedTheme } from './store/index.ts';
import { Toaster, TooltipProvider, UiWordsProvider } from './ui/index.ts';

export function App({ store }: { readonly store: AppStore }) {
  const t = useT();
  const words = useMemo(
    () => ({
      close: t('common.close'),
      copy: t('common.copy'),
      copied: t('common.copied'),
      loading: t('common.loading'),
    }),
    [t],
  );
  return (
    <StoreProvider store={store}>
      <UiWordsProvider words={words}>
        <TooltipProvider>
          <FirstRunGate>
            <Layout />
          </FirstRunGate>
          <Notices />
        </TooltipProvider>
      </UiWordsProvider>
    </StoreProvider>
  );
}

function Notices() {
  const t = useT();
  return <Toaster label={t('app.toasts')} theme={useResolvedTheme()} />;
}
