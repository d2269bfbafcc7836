/** Pictures of the main states, kept by the run: `e2e/.results/screens/NAME-light.png` and `NAME-dark.png`. */
import type { Page } from '@playwright/test';

/** Drawing and saving them is a fifth of a run's time, and nothing is tested by them: `npm test` takes none. */
export const TAKES_PICTURES = process.env.SKILLDECK_E2E_PICTURES === '1';

/** Shows the page as the system's preference for it would. */
export async function prefer(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // A file that was saved goes by the browser alone.
  if (!page.url().startsWith('http')) return;
  // Looked at in each frame: an expectation looks again after a tenth of a second, which adds up.
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
}

export async function bothShots(
  { app, page }: { readonly app: { shot(name: string): Promise<void> }; readonly page: Page },
  name: string,
): Promise<void> {
  if (!TAKES_PICTURES) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await prefer(page, colorScheme);
    await app.shot(`${name}-${colorScheme}`);
  }
}
