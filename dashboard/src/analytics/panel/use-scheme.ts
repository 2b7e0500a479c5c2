import { useComputedColorScheme } from '@mantine/core';
import type { Scheme } from '../../charts/prepare/palette.ts';

/** The scheme on show, also when it follows the system. */
export const useScheme = (): Scheme => useComputedColorScheme('light', { getInitialValueInEffect: false });
