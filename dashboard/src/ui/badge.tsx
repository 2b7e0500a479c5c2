import type { ComponentPropsWithRef } from 'react';
import classes from './badge.module.css';

interface BadgeProps extends ComponentPropsWithRef<'span'> {
  tone?: 'good' | 'warn' | 'accent' | 'plain';
  /** Filled, without a line around it. */
  isFilled?: boolean;
}

/** One or two words about what they stand beside. */
export function Badge({ tone, isFilled, className = '', ...span }: BadgeProps) {
  return (
    <span {...span} className={`${classes.badge} ${className}`} data-tone={tone} data-filled={isFilled || undefined} />
  );
}
