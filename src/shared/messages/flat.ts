import type { Tree } from './types.ts';

/** Every message by its full key. */
export function flat(tree: Tree, prefix = '', messages = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') messages.set(prefix + key, value);
    else flat(value, `${prefix}${key}.`, messages);
  }
  return messages;
}
