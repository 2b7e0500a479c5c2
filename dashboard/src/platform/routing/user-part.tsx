import { Skeleton } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { LoadUserPart, UserPartProps } from './feature.ts';

type Shown = ComponentType<UserPartProps>;
const fetched = new Map<LoadUserPart, Shown>();
const lazies = new Map<LoadUserPart, Shown>();

/** Fetches the code of a part before its page is opened. A failure is the part's own matter, once it is shown. */
export const fetchUserPart = (load: LoadUserPart): Promise<void> =>
  load().then(
    (part) => void fetched.set(load, part.default),
    () => undefined,
  );

function lazyPart(load: LoadUserPart): Shown {
  const part = lazies.get(load) ?? lazy(load);
  lazies.set(load, part);
  return part;
}

/**
 * A part of the page of one user that another feature has. The page does not wait for its code. Code that has been fetched
 * is drawn together with the page: React shows what stands behind a placeholder 300 ms after that at the earliest, and
 * requests leave only then (a conversation opened in 700 ms instead of 400).
 */
export function UserPartView({ load, height, ...props }: UserPartProps & { load: LoadUserPart; height: number }) {
  const [Part] = useState(() => fetched.get(load) ?? lazyPart(load));
  return (
    <Suspense fallback={<Skeleton height={height} aria-hidden />}>
      <Part {...props} />
    </Suspense>
  );
}
