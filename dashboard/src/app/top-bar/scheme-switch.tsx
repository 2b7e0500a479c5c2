import { useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropItem, DropMenu } from '../../ui/drop-menu.tsx';

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const order = ['light', 'dark', 'auto'] as const;

export function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes[colorScheme];
  return (
    <DropMenu
      label={`${t('Shell.scheme')}: ${t(`Shell.schemes.${colorScheme}`)}`}
      button={<Current size={18} stroke={1.6} aria-hidden />}
    >
      {order.map((scheme) => {
        const Icon = schemes[scheme];
        return (
          <DropItem
            key={scheme}
            chosen={scheme === colorScheme}
            icon={<Icon size={16} stroke={1.6} aria-hidden />}
            mark={scheme === colorScheme && <IconCheck size={16} stroke={1.8} aria-hidden />}
            onChoose={() => setColorScheme(scheme)}
          >
            {t(`Shell.schemes.${scheme}`)}
          </DropItem>
        );
      })}
    </DropMenu>
  );
}
