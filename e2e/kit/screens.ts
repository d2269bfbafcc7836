/** Pictures of the main states, kept by the run: `e2e/.results/screens/NAME-light.png` and `NAME-dark.png`. */
import type { Page } from '@playwright/test';

export async function bothShots(
  { app, page }: { readonly app: { shot(name: string): Promise<void> }; readonly page: Page },
  name: string,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Looked at in each frame: an expectation looks again after a tenth of a second, which adds up over all pictures.
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    await app.shot(`${name}-${colorScheme}`);
  }
}
