import { ConfigBanner } from './config-banner.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { CrashBanner } from './crash-banner.tsx';
import { InterruptedBanner } from './interrupted-banner.tsx';
import { TrustBanner } from './trust-banner.tsx';

/** What stands above everything: what is wrong, and what waits for a decision. */
export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <ConfigBanner />
      <CrashBanner />
      <InterruptedBanner />
      <TrustBanner />
    </>
  );
}
