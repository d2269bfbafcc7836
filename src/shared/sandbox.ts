/** `sandbox` of `config.jsonc`: the best that the machine has, none, or no run without one. */
export const SANDBOX_WISHES = ['auto', 'none', 'required'] as const;
export type SandboxWish = (typeof SANDBOX_WISHES)[number];
