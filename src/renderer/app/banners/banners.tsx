import { useApp } from '../../store/index.ts';
import { later } from '../../ui/index.ts';
import { ConfigBanner } from './config-banner.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { CrashBanner } from './crash-banner.tsx';
import { InterruptedBanner } from './interrupted-banner.tsx';
import { TrustBanner } from './trust-banner.tsx';

const UpdateBanner = later(async () => (await import('./update-banner.tsx')).UpdateBanner);
const WorkBanner = later(async () => (await import('./work-banner.tsx')).WorkBanner);

/** Banners above everything: problems, and decisions that are due. */
export function Banners() {
  const updates = useApp((data) => data.info?.updates === true);
  return (
    <>
      <ConnectionBanner />
      <ConfigBanner />
      <CrashBanner />
      <InterruptedBanner />
      <WorkBanner />
      <TrustBanner />
      {updates ? <UpdateBanner /> : null}
    </>
  );
}
