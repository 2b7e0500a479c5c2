import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { LoadPersonPart, PersonPartProps } from './feature.ts';

type Shown = ComponentType<PersonPartProps>;
const fetched = new Map<LoadPersonPart, Shown>();
const lazies = new Map<LoadPersonPart, Shown>();

/** Fetches the code of a part before its page is opened. A failure is the part's own matter, once it is shown. */
export const fetchPersonPart = (load: LoadPersonPart): Promise<void> =>
  load().then(
    (part) => void fetched.set(load, part.default),
    () => undefined,
  );

function lazyPart(load: LoadPersonPart): Shown {
  const part = lazies.get(load) ?? lazy(load);
  lazies.set(load, part);
  return part;
}

/**
 * A part of the page of one user that another feature has. The page does not wait for its code. Code that has been fetched
 * is drawn together with the page: React shows what stands behind a placeholder 300 ms after that at the earliest, and
 * requests leave only then (a conversation opened in 700 ms instead of 400).
 */
export function PersonPartView({ load, height, ...props }: PersonPartProps & { load: LoadPersonPart; height: number }) {
  const [Part] = useState(() => fetched.get(load) ?? lazyPart(load));
  return (
    <Suspense fallback={<Skeleton height={height} aria-hidden />}>
      <Part {...props} />
    </Suspense>
  );
}
