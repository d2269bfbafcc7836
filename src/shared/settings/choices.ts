export const THEMES = ['system', 'light', 'dark'] as const;
export const LANGUAGES = ['system', 'en', 'zh'] as const;
