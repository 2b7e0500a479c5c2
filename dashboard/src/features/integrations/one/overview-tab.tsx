import { type Integration, providerDescriptors } from '@botscope/contract';
import { Box, Button, Flex, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Note } from '../../../ui/words.tsx';
import { adviseOn, describeProblem } from '../shared/integration-state.ts';
import type { SectionProps } from './parts.ts';

/** State, figures, and what is sent. */
export function OverviewTab({ integration, mayManage }: SectionProps) {
  const { t } = useTranslation();
  return (
    <>
      <StateNotice integration={integration} mayManage={mayManage} />
      <FiguresSection integration={integration} />
      <FactsSection integration={integration} />
      {integration.provider === 'request_bin' && (
        <Note>
          <TextLink to="." search={(old) => ({ ...old, tab: 'requests' })}>
            {t('IntegrationDetails.overview.toRequests')}
          </TextLink>
        </Note>
      )}
    </>
  );
}

/** Why events wait, and what the owner can do about it. */
function StateNotice({ integration, mayManage }: Pick<SectionProps, 'integration' | 'mayManage'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { problem, status } = integration;
  if (problem === null && status !== 'paused') return null;
  return (
    <Box mb={16}>
      <Notice tone={problem === null ? 'info' : 'warn'}>
        {problem && (
          <>
            <strong>{describeProblem(t, problem.code)}.</strong> {adviseOn(t, problem.code)}
            {problem.detail !== '' && (
              <Text lang="en" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {problem.detail}
              </Text>
            )}
          </>
        )}
        <div>
          {t(`IntegrationDetails.overview.status.${status}`)}
          {problem && ` ${t('IntegrationDetails.overview.since', { moment: format.moment(problem.since) })}`}
        </div>
        {mayManage && status !== 'on' && (
          <Flex gap={8} wrap="wrap" mt={8}>
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => <Link to="." search={(old) => ({ ...old, tab: 'settings' })} {...props} />}
            >
              {t('IntegrationDetails.overview.toSettings')}
            </Button>
          </Flex>
        )}
      </Notice>
    </Box>
  );
}

const states = ['delivered', 'waiting', 'failed', 'unknown'] as const;

/** Every event that matched is in exactly one of the others. */
function FiguresSection({ integration: { figures, provider } }: { integration: Integration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const shown = states.filter((state) => state !== 'unknown' || figures.unknown > 0 || mayBeUnknown(provider));
  return (
    <Section title={t('IntegrationDetails.overview.figures')}>
      <Box component="dl" display="grid" m={0} mb={12} style={figureGrid}>
        <Figure name={t('IntegrationDetails.overview.matched')}>{format.number(figures.matched)}</Figure>
        {shown.map((state) => (
          <Figure key={state} name={t(`IntegrationDetails.states.${state}`)}>
            <TextLink
              to="."
              search={(old) => ({ ...old, tab: 'deliveries', state })}
              inherit
              fw={600}
              c={figures[state] > 0 ? colors[state] : 'inherit'}
            >
              {format.number(figures[state])}
            </TextLink>
          </Figure>
        ))}
      </Box>
      <Note>{t('IntegrationDetails.overview.sum')}</Note>
    </Section>
  );
}

const figureGrid = { gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 16 };
const colors = {
  delivered: 'inherit',
  waiting: 'inherit',
  failed: 'var(--bs-bad)',
  unknown: 'var(--bs-warn)',
} as const;

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="xl" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Text>
    </div>
  );
}

const mayBeUnknown = (provider: Integration['provider']): boolean =>
  providerDescriptors[provider].repeats === 'possible';

function FactsSection({ integration }: { integration: Integration }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { selection, privacy, backfill, last_delivered_at: last } = integration;
  const word = (key: 'ids' | 'names' | 'texts') => t(`IntegrationDetails.overview.${key}`);
  const sent = [
    privacy.user_ids === 'plain' ? t('IntegrationForm.privacy.plain.name') : word('ids'),
    ...(privacy.names ? [word('names')] : []),
    ...(privacy.texts ? [word('texts')] : []),
  ];
  return (
    <Section title={t('IntegrationDetails.overview.facts')}>
      <Facts
        facts={[
          [t('Integrations.columns.today'), format.number(integration.delivered_today)],
          [
            t('IntegrationDetails.overview.last'),
            last === null ? t('IntegrationDetails.overview.never') : format.moment(last),
          ],
          [
            t('Integrations.columns.lag'),
            integration.lag_seconds === 0 ? t('Integrations.noLag') : format.duration(integration.lag_seconds),
          ],
          ...(backfill
            ? [
                [
                  t('IntegrationForm.past.title'),
                  t('IntegrationDetails.overview.backfill', {
                    from: format.moment(backfill.from),
                    number: format.number(backfill.events),
                  }),
                ] as const,
              ]
            : []),
          [
            t('IntegrationDetails.overview.events'),
            <Flex key="events" component="span" gap={6} wrap="wrap">
              {selection.types.map((type) => (
                <Badge key={type} tone="plain">
                  {t(`IntegrationEvents.${type}.name`)}
                </Badge>
              ))}
            </Flex>,
          ],
          [t('IntegrationForm.privacy.title'), sent.join(', ')],
          [t('IntegrationDetails.overview.created'), format.date(integration.created_at)],
        ]}
      />
    </Section>
  );
}
