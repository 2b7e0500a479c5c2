import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './home-page.module.css';

/** Begins a little before the content comes into sight. */
const margin = '160px';

/** Keeps the place of its content and draws it once the reader comes near: what nobody scrolls to is neither fetched nor counted. */
export function BelowFold({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) return;
    const show = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      {
        rootMargin: margin,
      },
    );
    observer.observe(place.current);
    // A printed summary holds all of it, as far as it is there by then.
    window.addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', show);
    };
  }, [isNear]);
  return (
    <div ref={place} className={classes.below}>
      {isNear && children}
    </div>
  );
}
