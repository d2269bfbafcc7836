import { languageFor, setLanguage } from '../i18n/index.ts';
import type { AppData } from './app-data.ts';
import type { AppStore } from './app-store.ts';

export function resolvedTheme({ settings, systemDark }: AppData): 'light' | 'dark' {
  const theme = settings?.theme ?? 'system';
  if (theme !== 'system') return theme;
  return systemDark ? 'dark' : 'light';
}

/** Keeps `<html data-theme lang>` and the words in step with settings and system; the answer ends it. */
export function applyAppearance({ data }: AppStore, root: HTMLElement): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const onSystem = () => data.setState({ systemDark: dark.matches });
  const apply = () => {
    const state = data.getState();
    const system = state.info?.host === 'electron' ? state.info.systemLanguage : navigator.language;
    const language = languageFor(state.settings?.language ?? 'system', system);
    root.dataset.theme = resolvedTheme(state);
    root.lang = language === 'zh' ? 'zh-CN' : 'en';
    setLanguage(language);
  };
  dark.addEventListener('change', onSystem);
  onSystem();
  apply();
  const off = data.subscribe((now, before) => {
    if (now.settings !== before.settings || now.systemDark !== before.systemDark || now.info !== before.info) apply();
  });
  return () => {
    dark.removeEventListener('change', onSystem);
    off();
  };
}
