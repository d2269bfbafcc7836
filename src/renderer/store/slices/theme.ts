import { LANGUAGES, type Settings, THEMES } from '../../../shared/contract.ts';
import { languageFor, setLanguage } from '../../i18n.ts';
import type { AppData } from '../app-data.ts';
import type { AppStore } from '../app-store.ts';

type Appearance = Pick<Settings, 'theme' | 'language'>;

/** The settings come a moment after the window: until then it looks as it did last. */
const KEY = 'skilldeck.appearance';

function remembered(): Appearance {
  try {
    const [theme, language] = (localStorage.getItem(KEY) ?? '').split(' ');
    return {
      theme: THEMES.find((name) => name === theme) ?? 'system',
      language: LANGUAGES.find((name) => name === language) ?? 'system',
    };
  } catch {
    return { theme: 'system', language: 'system' };
  }
}

function remember({ theme, language }: Appearance): void {
  try {
    localStorage.setItem(KEY, `${theme} ${language}`);
  } catch {
    // Only the first moment of the next start looks otherwise.
  }
}

export function resolvedTheme({
  settings,
  systemDark,
}: Pick<AppData, 'systemDark'> & { readonly settings: Appearance | undefined }): 'light' | 'dark' {
  const theme = settings?.theme ?? 'system';
  if (theme !== 'system') return theme;
  return systemDark ? 'dark' : 'light';
}

/** Keeps `<html data-theme lang>` and the words in step with settings and system; the answer ends it. */
export function applyAppearance({ data }: AppStore, root: HTMLElement): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const last = remembered();
  const onSystem = () => data.setState({ systemDark: dark.matches });
  const apply = () => {
    const { settings = last, systemDark, info } = data.getState();
    const system = info?.host === 'electron' ? info.systemLanguage : navigator.language;
    const language = languageFor(settings.language, system);
    root.dataset.theme = resolvedTheme({ settings, systemDark });
    const lang = language === 'zh' ? 'zh-CN' : 'en';
    // Setting it, even to the same one, has the browser style every element again.
    if (root.lang !== lang) root.lang = lang;
    setLanguage(language);
    remember(settings);
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
