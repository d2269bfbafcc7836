import type { ReactNode } from 'react';

/** The body of one tab. */
export const Section = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex min-h-full flex-col gap-5 px-5 pt-1 pb-6">{children}</div>
);
