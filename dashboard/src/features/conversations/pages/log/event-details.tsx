import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { eventQuery, type PersonRef } from '../../data/person-data.ts';
import classes from './person-log.module.css';

/** The update or call behind an event, as it came. */
export function EventDetails({ person, event, onClose }: { person: PersonRef; event: string; onClose(): void }) {
  const { t } = useTranslation();
  const query = useQuery(eventQuery(person, event));
  return (
    <Dialog title={t('Conversation.log.details')} size="lg" onClose={onClose}>
      <Loaded query={query} height={240}>
        {({ payload }) => {
          if (payload === '') return <p>{t('Conversation.log.gone')}</p>;
          const text = pretty(payload);
          return (
            <>
              <CopyButton value={text} label={t('Conversation.log.copy')} />
              <pre className={classes.json}>{text}</pre>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
