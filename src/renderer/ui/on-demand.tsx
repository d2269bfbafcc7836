/** Controls that no first paint shows. */
import { later } from './later.tsx';

export const Drawer = later(async () => (await import('./drawer.tsx')).Drawer);
/** For a list that has something to find. */
export const SearchField = later(async () => (await import('./text-field.tsx')).TextField);
export const Toaster = later(async () => (await import('./toaster.tsx')).Toaster);
