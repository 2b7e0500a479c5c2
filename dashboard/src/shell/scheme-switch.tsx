import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const schemes = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const order = ['light', 'dark', 'auto'] as const;

export function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes[colorScheme];
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="dimmed" size={32} aria-label={`${t('Shell.scheme')}: ${t(`Shell.schemes.${colorScheme}`)}`}>
          <Current size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {order.map((scheme) => {
          const Icon = schemes[scheme];
          return (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
              rightSection={scheme === colorScheme && <IconCheck size={16} stroke={1.8} aria-hidden />}
              aria-current={scheme === colorScheme ? 'true' : undefined}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`Shell.schemes.${scheme}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
