import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './user-link.module.css';

/** Leads to a user's page. */
export function UserLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/users/$userId" params={{ userId: String(id) }} className={classes.link}>
      {children}
    </Link>
  );
}
