import { ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './scroll-region.module.css';

/** A frame that a wide table scrolls in, by keyboard too. `height` in pixels limits it downwards. */
export function ScrollRegion(props: { label: string; height?: number; children: ReactNode }) {
  const { label, height, children } = props;
  return (
    <ScrollArea.Autosize
      type="auto"
      mah={height}
      className={classes.frame}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      {children}
    </ScrollArea.Autosize>
  );
}
