import { shownKeyDigits } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { keyEnd } from '../../../mini-apps/public/findings/findings.ts';
import { FindingsSection } from '../../../mini-apps/public/findings/findings-section.tsx';
import { numbersQuery, updateWebsite } from '../../data/websites-data.ts';
import { readDomains } from '../../shared/domains.ts';
import { isJustNow, liveCheck, type SiteFinding } from './live-check.ts';
import type { SiteProps } from './site-props.ts';
import { useOtherKeys, useRecentHits, useSiteErrors } from './use-followed.ts';

const checks = ['script', 'key', 'domain', 'policy', 'program', 'blocker'] as const;

/** Whether the website reports, and what to check if it does not. */
export function LiveCheckSection({ site, bot }: SiteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const numbers = useQuery(numbersQuery(site));
  const errors = useSiteErrors(site);
  const otherKeys = useOtherKeys(site);
  const causes = () => {
    const words = { key: site.key, host: window.location.origin, domains: site.domains.join(', ') };
    const all = site.options.gpc === 'count_nobody' ? ([...checks, 'privacy'] as const) : checks;
    return all.map((check) => t(`SitePage.test.checks.${check}`, words));
  };
  const describe = (finding: SiteFinding) => {
    const { kind, count, places, digits, at } = finding;
    const words = {
      ...{ count, number: format.number(count), bot: bot.bot_name, places: places.join(', ') },
      moment: at === null ? '' : format.moment(at),
      digits: digits.map(keyEnd).join(', '),
      ownDigits: keyEnd(site.key.slice(-shownKeyDigits)),
    };
    return {
      title: isJustNow(finding, Date.now())
        ? t('SitePage.test.justNow')
        : t(`SitePage.test.findings.${kind}.title`, words),
      text: t(`SitePage.test.findings.${kind}.text`, words),
      ...(kind === 'noHits' && { checks: causes() }),
      remedy: kind === 'origin' && <AddDomains places={places} site={site} bot={bot} />,
    };
  };
  return (
    <FindingsSection
      title={t('SitePage.test.title')}
      waiting={t('SitePage.test.waiting')}
      query={useRecentHits(site)}
      findings={(hits) =>
        liveCheck({
          site,
          bot,
          hits,
          numbers: numbers.data,
          errors: errors.data ?? [],
          otherKeys: otherKeys.data ?? [],
          now: Date.now(),
        })
      }
      describe={describe}
    />
  );
}

/** A page may say that it is anywhere, and a website has room for 20 domains. */
function AddDomains({ places, site, bot }: SiteProps & { places: readonly string[] }) {
  const { t } = useTranslation();
  const parsedDomains = readDomains([...site.domains, ...places].join('\n'));
  const { busy, run: add } = useAction(async () => {
    await updateWebsite(site, { name: site.name, domains: parsedDomains.domains, options: site.options });
    showDone(t('SitePage.test.allowed'));
  });
  if (!may(bot, 'webapp.manage') || parsedDomains.wrongLine !== null || parsedDomains.isTooMany) return null;
  return (
    <Flex gap={8} wrap="wrap" mt={8}>
      <Button variant="default" size="compact-sm" loading={busy} onClick={add}>
        {t('SitePage.test.allow', { count: places.length })}
      </Button>
    </Flex>
  );
}
