import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../../../platform/session/session.ts';
import { zoneOption, zoneOptions } from './zones.ts';

/** The account's time zone, with all that the browser knows to choose from. */
export function ZoneField({ onChoose }: { onChoose(zone: string): void }) {
  const { t } = useTranslation();
  const userZone = useSession().user?.time_zone ?? 'UTC';
  const [isOpened, setOpened] = useState(false);
  const zones = useMemo(
    () => (isOpened ? zoneOptions(userZone, Date.now()) : [zoneOption(userZone, Date.now())]),
    [isOpened, userZone],
  );
  return (
    <Select
      label={t('Profile.general.timeZone')}
      description={t('Profile.general.timeZoneHint')}
      data={zones}
      value={userZone}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage={t('Profile.general.noZone')}
      onFocus={() => setOpened(true)}
      onChange={(zone) => zone !== null && zone !== userZone && onChoose(zone)}
    />
  );
}
