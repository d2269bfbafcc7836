/**
 * The arguments of a call as command-line words: `{from: "PEK", adults: 2, direct: true}` is `--from PEK --adults 2
 * --direct`. `false` and `null` are left out, a list repeats its flag, an object is its JSON.
 */
export function flagsOf(args: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((item) => flag(name, item)),
  );
}

function flag(name: string, value: unknown): readonly string[] {
  if (value === false || value === null || value === undefined) return [];
  if (value === true) return [`--${name}`];
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A separate argument would be taken for a flag.
  return text.startsWith('-') && typeof value !== 'number' ? [`--${name}=${text}`] : [`--${name}`, text];
}
