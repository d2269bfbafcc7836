/** When a model's name is that of a row or of a price. */

/** Suffixes a name may have: a date, a version, a stage. `gpt-4` does not match `gpt-4o` or `gpt-4-turbo`. */
const VARIANT = /^(?:[-@:](?:latest|preview|exp|\d[\d.-]*))*$/;

/** Lower case, without the provider (`openai/`). Claude's versions are written with dots by some and with hyphens by others. */
export function bareName(model: string): string {
  const name = model.trim().toLowerCase().replace(/^.*\//, '');
  return name.startsWith('claude-') ? name.replaceAll('.', '-') : name;
}

/** Both bare. */
export function isVariantOf(name: string, id: string): boolean {
  return name.startsWith(id) && VARIANT.test(name.slice(id.length));
}
