/** Acts between two steps of the product, or refuses one: a function of Node's own modules, replaced until the end of the test. */
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/** @param module its default export: what named imports are made from. */
export function patchBuiltin<T extends object, K extends keyof T>(
  module: T,
  name: K,
  make: (before: T[K]) => T[K],
): void {
  const before = module[name];
  module[name] = make(before);
  syncBuiltinESMExports();
  onTestFinished(() => {
    module[name] = before;
    syncBuiltinESMExports();
  });
}
