import { useState } from 'react';
import { ErrorsSection } from '../../../../mini-apps/public/page/errors-section.tsx';
import { LiveSection } from '../../../../mini-apps/public/page/live-section.tsx';
import type { SiteProps } from '../site-props.ts';
import { useRecentHits, useSiteErrors } from '../use-followed.ts';
import { SiteHitTable } from './site-hit-table.tsx';

/** The last 50 hits as they come in, and what could not be read. */
export function HitsTab({ site, bot }: SiteProps) {
  const [isPaused, setPaused] = useState(false);
  const recent = useRecentHits(site, isPaused);
  return (
    <>
      <LiveSection query={recent} isPaused={isPaused} onPause={setPaused}>
        {(hits) => <SiteHitTable hits={hits} bot={bot} />}
      </LiveSection>
      <ErrorsSection query={useSiteErrors(site)} />
    </>
  );
}
