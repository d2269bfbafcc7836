/** One key for the whole system that brings the app to the front, where the person chose one. */
import { globalShortcut } from 'electron';
import type { Settings } from '../../../shared/contract.ts';
import type { Log } from '../../lib/crash-records.ts';

/** @returns how to set the key; `none` gives it back. */
export function globalKey(onPress: () => void, log: Log): (wanted: Settings['globalShortcut']) => void {
  let held: Settings['globalShortcut'] = 'none';
  return (wanted) => {
    if (wanted === held) return;
    if (held !== 'none') globalShortcut.unregister(held);
    held = wanted;
    if (wanted === 'none' || globalShortcut.register(wanted, onPress)) return;
    held = 'none';
    log.warn(`another program holds the shortcut ${wanted}`);
  };
}
