import type { Integration } from '@botscope/contract';
import { Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Note } from '../../../ui/words.tsx';
import { binRequestsQuery } from '../data/integrations-data.ts';
import { RequestPanel } from '../shared/request-panel.tsx';

/** What a webhook would have received, the newest first, as it comes in. */
export function RequestsTab({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(binRequestsQuery(integration));
  return (
    <Loaded query={query} height={320}>
      {(requests) =>
        requests.length === 0 ? (
          <EmptyState
            icon={<IconListDetails size={32} stroke={1.4} />}
            title={t('IntegrationDetails.requests.none')}
            text={t('IntegrationDetails.requests.noneText')}
          />
        ) : (
          <Section title={t('IntegrationDetails.requests.title')}>
            <p>{t('IntegrationDetails.requests.text')}</p>
            <Stack component="ol" gap={20} m={0} p={0}>
              {requests.map(({ at, request }) => (
                <li key={`${at} ${request.headers['webhook-id']}`}>
                  <Note>
                    <time dateTime={at}>{format.moment(at)}</time>
                  </Note>
                  <RequestPanel request={request} />
                </li>
              ))}
            </Stack>
          </Section>
        )
      }
    </Loaded>
  );
}
