import { useApp } from '../store/index.ts';
import { later } from '../ui/index.ts';
import { ConfigBanner, ConnectionBanner, CrashBanner, InterruptedBanner, TrustBanner, WorkBanner } from './banners.tsx';

const UpdateBanner = later(async () => (await import('./update-banner.tsx')).UpdateBanner);

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
