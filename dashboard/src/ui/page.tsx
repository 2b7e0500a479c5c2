import { Flex } from '@mantine/core';
import { type ReactNode, use } from 'react';
import classes from './page.module.css';
import { type Crumb, PageFrameContext } from './page-frame.ts';
import { PageTitle } from './page-title.tsx';

export interface PageProps {
  /** The heading, and the browser tab's text. */
  title: string;
  /** The browser tab's text where it is another one. */
  tabTitle?: string;
  /** Between "Main" and the page itself. */
  crumbs?: readonly Crumb[];
  /** Beside the heading, such as filters or a button. */
  actions?: ReactNode;
  /** Reading width for forms and texts; reports take the whole width. */
  narrow?: boolean;
  children: ReactNode;
}

/** The frame of every page behind the side menu: top bar, heading, content. */
export function Page({ title, tabTitle = title, crumbs = [], actions, narrow = false, children }: PageProps) {
  const { TopBar, PinButton } = use(PageFrameContext);
  return (
    <>
      <PageTitle title={tabTitle} />
      <TopBar title={title} crumbs={crumbs} />
      <main id="content" className={classes.page} data-narrow={narrow || undefined}>
        <div className={classes.head}>
          <div className={classes.heading}>
            <h1 className={classes.title} tabIndex={-1}>
              {title}
            </h1>
            <PinButton title={title} />
          </div>
          {actions && (
            <Flex gap={8} wrap="wrap" align="center">
              {actions}
            </Flex>
          )}
        </div>
        {children}
      </main>
    </>
  );
}
