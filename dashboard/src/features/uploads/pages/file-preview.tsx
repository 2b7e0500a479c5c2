import type { Upload } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import classes from './upload-page.module.css';

/** The first lines of the file, as we read them. Wide files scroll inside their frame. */
export function FilePreview({ upload }: { upload: Upload }) {
  const { t } = useTranslation();
  if (upload.preview.length === 0) return null;
  return (
    <ScrollRegion label={t('Upload.ready.preview')}>
      <table className={classes.table}>
        <caption>{t('Upload.ready.preview')}</caption>
        <thead>
          <tr>
            {upload.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {upload.preview.map((cells) => (
            <tr key={cells.join('\t')}>
              {cells.map((cell, index) => (
                <td key={upload.columns[index] ?? index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
