import type { ReactNode } from 'react';
import classes from './friendly-page.module.css';
import { PageTitle } from './page-title.tsx';

/** A page with one message in the middle and what to do next. */
export function FriendlyPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main id="content" className={classes.middle}>
      <PageTitle title={title} />
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      <p className={classes.text}>{text}</p>
      {children}
    </main>
  );
}
