import { useState } from 'react';
import { ErrorsSection } from '../../../public/page/errors-section.tsx';
import { LiveSection } from '../../../public/page/live-section.tsx';
import type { AppProps } from '../app-props.ts';
import { useAppErrors, useRecentHits } from '../use-followed.ts';
import { HitTable } from './hit-table.tsx';

/** The last 50 hits as they come in, and what could not be read. */
export function HitsTab({ app, bot }: AppProps) {
  const [isPaused, setPaused] = useState(false);
  const recent = useRecentHits(app, isPaused);
  return (
    <>
      <LiveSection query={recent} isPaused={isPaused} onPause={setPaused}>
        {(hits) => <HitTable hits={hits} bot={bot} />}
      </LiveSection>
      <ErrorsSection query={useAppErrors(app)} />
    </>
  );
}
