import { useTranslation } from 'react-i18next';
import { EmptyBlock } from '../../../analytics/panel/empty-block.tsx';
import classes from '../../../analytics/report-body.module.css';

/** Nothing to show: a reader can do nothing about it but wait or ask. */
export function SharedEmpty({ title, minHeight }: { title: string; minHeight: number }) {
  const { t } = useTranslation();
  return (
    <section className={classes.panel} aria-label={title}>
      <EmptyBlock title={t('Reports.empty.title')} text={t('Share.page.empty')} minHeight={minHeight} />
    </section>
  );
}
