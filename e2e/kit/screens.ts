/** Pictures of the main states, kept by the run: `e2e/.results/screens/NAME-light.png` and `NAME-dark.png`. */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';

const SCREENS = path.join(import.meta.dirname, '..', '.results', 'screens');
const IMAGES = path.join(import.meta.dirname, '..', '..', 'docs', 'images');

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

/** Updates the picture of the README if `UPDATE_IMAGES=1`. */
export function updateImage(screen: string, image: string): void {
  if (process.env.UPDATE_IMAGES === '1') copyFileSync(path.join(SCREENS, `${screen}.png`), path.join(IMAGES, image));
}
