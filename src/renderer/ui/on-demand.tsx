/** Controls that no first paint shows. */
import { later } from './later.tsx';

export const Drawer = later(async () => (await import('./drawer.tsx')).Drawer);
export const Toaster = later(async () => (await import('./toaster.tsx')).Toaster);
