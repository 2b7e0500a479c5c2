import type { Upload } from '@botscope/contract';
import { Box } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from './upload-page.module.css';

interface UploadHistoryProps {
  query: UseQueryResult<Upload[]>;
  /** Id of the one that is open above. */
  open: string | null;
  onOpen: (id: string) => void;
}

/** Earlier uploads; each can be opened again with the lines that were refused. */
export function UploadHistory({ query, open, onOpen }: UploadHistoryProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('Upload.history.title')}>
      <Loaded query={query} height={80}>
        {(uploads) =>
          uploads.length === 0 ? (
            <p className={classes.dim}>{t('Upload.history.none')}</p>
          ) : (
            <Box component="ul" mx={-8}>
              {uploads.map((upload) => (
                <li key={upload.id}>
                  <Entry upload={upload} open={upload.id === open} onOpen={() => onOpen(upload.id)} />
                </li>
              ))}
            </Box>
          )
        }
      </Loaded>
    </Section>
  );
}

function Entry({ upload, open, onOpen }: { upload: Upload; open: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accepted, refused, state } = upload;
  return (
    <button type="button" className={classes.entry} aria-current={open || undefined} onClick={onOpen}>
      <Box component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {upload.file_name}
      </Box>
      <span className={classes.dim}>{format.moment(upload.created_at)}</span>
      <span className={classes.dim}>
        {state === 'done'
          ? `${t('Upload.accepted', { count: accepted, number: format.number(accepted) })} · ${t('Upload.refused', { count: refused, number: format.number(refused) })}`
          : t(`Upload.history.states.${state}`)}
      </span>
    </button>
  );
}
