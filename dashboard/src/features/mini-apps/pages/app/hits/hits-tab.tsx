import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../../../ui/loaded.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { TextLink } from '../../../../../ui/text-link.tsx';
import type { AppProps } from '../app-props.ts';
import { useRecentHits } from '../use-followed.ts';
import { ErrorsSection } from './errors-section.tsx';
import { HitTable } from './hit-table.tsx';

/** The last 50 hits as they come in, and what could not be read. */
export function HitsTab({ app, bot }: AppProps) {
  return (
    <>
      <LiveSection app={app} bot={bot} />
      <ErrorsSection app={app} />
    </>
  );
}

function LiveSection({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  const query = useRecentHits(app, isPaused);
  return (
    <Section
      title={t('AppPage.hits.title')}
      actions={
        <Button
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          onClick={() => setPaused(!isPaused)}
        >
          {t(isPaused ? 'AppPage.hits.resume' : 'AppPage.hits.pause')}
        </Button>
      }
    >
      <p>{t('AppPage.hits.text')}</p>
      <Loaded query={query} height={320}>
        {(hits) =>
          hits.length > 0 ? (
            <HitTable hits={hits} bot={bot} />
          ) : (
            <p>
              {t('AppPage.hits.none')}{' '}
              <TextLink to="." search={(old) => ({ ...old, tab: 'code' })}>
                {t('AppPage.hits.toCode')}
              </TextLink>
            </p>
          )
        }
      </Loaded>
    </Section>
  );
}
