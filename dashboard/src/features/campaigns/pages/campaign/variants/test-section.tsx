import { type Bot, type Campaign, type CampaignTest, listVariantNames, type VariantName } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import dialogClasses from '../../../../../ui/dialog.module.css';
import { Dialog } from '../../../../../ui/dialog.tsx';
import { Section } from '../../../../../ui/section.tsx';
import type { DataColumn } from '../../../../../ui/table/columns.ts';
import { Note } from '../../../../../ui/words.tsx';
import { chooseWinner } from '../../../data/campaigns-data.ts';
import { maySend } from '../list-actions.ts';
import { ResultTable } from '../result-table.tsx';

/** Shows the progress of a campaign's test: what the other recipients wait for, or which variant won and why. */
export function TestSection({ bot, campaign, test }: { bot: Bot; campaign: Campaign; test: CampaignTest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status } = campaign;
  const { decide_at, winner, decision } = test;
  const isOpen = winner === null && status !== 'Done';
  return (
    <Section title={t('CampaignVariants.test.title')}>
      <div aria-live="polite">
        {isOpen && decide_at === null && <p>{t('CampaignVariants.test.sending')}</p>}
        {isOpen && decide_at !== null && <p>{t('CampaignVariants.test.waits', { date: format.moment(decide_at) })}</p>}
        {winner === null && !isOpen && <p>{t('CampaignVariants.test.none')}</p>}
        {winner !== null && decision !== null && (
          <p>{t(`CampaignVariants.test.${decision.by}`, { name: winner, date: format.moment(decision.at) })}</p>
        )}
      </div>
      {isOpen && <Rule campaign={campaign} />}
      {isOpen && maySend(bot, campaign) && <Choose bot={bot} campaign={campaign} />}
      {decision !== null && decision.scores.length > 0 && <Scores scores={decision.scores} />}
    </Section>
  );
}

function Rule({ campaign: { variants } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const winner = variants.test?.winner;
  if (winner === undefined) return null;
  const rule =
    winner.by === 'target'
      ? t('CampaignVariants.rules.target', { target: winner.target_id })
      : t(`CampaignVariants.rules.${winner.by}`);
  return <Note>{t('CampaignVariants.test.decides', { rule })}</Note>;
}

function Choose({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const [selectedVariant, setSelectedVariant] = useState<VariantName | null>(null);
  const { busy, run } = useAction(async (variant: VariantName) => {
    await chooseWinner(bot.key, campaign.campaign_id, variant);
    setSelectedVariant(null);
  });
  return (
    <>
      <Flex gap={8} wrap="wrap" mt={12}>
        {listVariantNames(campaign.variants).map((name) => (
          <Button key={name} size="compact-sm" variant="default" onClick={() => setSelectedVariant(name)}>
            {t('CampaignVariants.test.choose', { name })}
          </Button>
        ))}
      </Flex>
      {selectedVariant !== null && (
        <Dialog
          title={t('CampaignVariants.test.question', { name: selectedVariant })}
          onClose={() => setSelectedVariant(null)}
        >
          <div className={dialogClasses.body}>
            <p>{t('CampaignVariants.test.questionText')}</p>
            <Flex gap={8} wrap="wrap" justify="flex-end">
              <Button variant="default" data-autofocus onClick={() => setSelectedVariant(null)}>
                {t('General.Cancel')}
              </Button>
              <Button loading={busy} onClick={() => void run(selectedVariant)}>
                {t('CampaignVariants.test.choose', { name: selectedVariant })}
              </Button>
            </Flex>
          </div>
        </Dialog>
      )}
    </>
  );
}

type Score = NonNullable<CampaignTest['decision']>['scores'][number];

function Scores({ scores }: { scores: readonly Score[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Score>[] = [
    {
      id: 'variant',
      name: t('CampaignVariants.results.variant'),
      isRowName: true,
      cell: ({ variant }) => t('CampaignVariants.variant', { name: variant }),
    },
    {
      id: 'delivered',
      name: t('CampaignVariants.results.delivered'),
      align: 'end',
      cell: ({ delivered }) => format.number(delivered),
    },
    {
      id: 'users',
      name: t('CampaignVariants.test.counted'),
      align: 'end',
      cell: ({ users, delivered }) =>
        `${format.number(users)} · ${format.percent(delivered === 0 ? 0 : users / delivered)}`,
    },
  ];
  return (
    <ResultTable
      title={t('CampaignVariants.test.scores')}
      columns={columns}
      rows={scores}
      rowId={({ variant }) => variant}
    />
  );
}
