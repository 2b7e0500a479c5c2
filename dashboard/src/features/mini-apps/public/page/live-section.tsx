import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';

interface LiveSectionProps<Hit> {
  query: UseQueryResult<Hit[]>;
  /** No more hits are shown while they are read. */
  isPaused: boolean;
  onPause(isPaused: boolean): void;
  children(hits: readonly Hit[]): ReactNode;
}

/** The last 50 hits as they come in. */
export function LiveSection<Hit>({ query, isPaused, onPause, children }: LiveSectionProps<Hit>) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('PageScript.hits.title')}
      actions={
        <Button
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          onClick={() => onPause(!isPaused)}
        >
          {t(isPaused ? 'PageScript.hits.resume' : 'PageScript.hits.pause')}
        </Button>
      }
    >
      <p>{t('PageScript.hits.text')}</p>
      <Loaded query={query} height={320}>
        {(hits) =>
          hits.length > 0 ? (
            children(hits)
          ) : (
            <p>
              {t('PageScript.hits.none')}{' '}
              <TextLink to="." search={(oldSearch) => ({ ...oldSearch, tab: 'code' })}>
                {t('PageScript.hits.toCode')}
              </TextLink>
            </p>
          )
        }
      </Loaded>
    </Section>
  );
}
