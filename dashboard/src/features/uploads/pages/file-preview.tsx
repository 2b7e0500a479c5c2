import type { Upload } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import type { DataColumn } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Note } from '../../../ui/words.tsx';
import classes from './upload-page.module.css';

/** The first lines of the file as they were read. Wide files scroll inside their frame. */
export function FilePreview({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  if (upload.preview.length === 0) return null;
  const columns = upload.columns.map(
    (name, columnIndex): DataColumn<string[]> => ({
      id: name,
      name,
      cell: (cells) => cells[columnIndex],
    }),
  );
  return (
    <ScrollRegion label={t('Upload.ready.preview')}>
      <Note className={classes.caption} aria-hidden>
        {t('Upload.ready.preview')}
      </Note>
      <DataTable
        look="lines"
        className={classes.table}
        label={t('Upload.ready.preview')}
        columns={columns}
        rows={upload.preview}
        rowId={(_, index) => String(index)}
      />
    </ScrollRegion>
  );
}
