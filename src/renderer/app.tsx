import { type ReactNode, useMemo } from 'react';
import { FirstRunGate } from '../features-view.ts';
import { Layout } from './app/layout.tsx';
import { useT } from './i18n.ts';
import { type AppStore, StoreProvider, useResolvedTheme } from './store/index.ts';
import { Toaster, TooltipProvider, UiWordsProvider } from './ui/index.ts';

export function App({ store }: { readonly store: AppStore }) {
  return (
    <Providers store={store}>
      <FirstRunGate>
        <Layout />
      </FirstRunGate>
    </Providers>
  );
}

/** Frame of any view: the store, the words of the controls, and the place for notices. */
export function Providers({ store, children }: { readonly store: AppStore; readonly children: ReactNode }) {
  const t = useT();
  const words = useMemo(() => ({ close: t('common.close'), loading: t('common.loading') }), [t]);
  return (
    <StoreProvider store={store}>
      <UiWordsProvider words={words}>
        <TooltipProvider>
          {children}
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
