import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Neutral greys with a breath of warmth; the ten shades run from page background to ink. */
const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e9e9eb',
  '#dcdcdf',
  '#c3c3c9',
  '#9b9ba4',
  '#73737d',
  '#55555f',
  '#33333b',
  '#1b1b20',
];
const dark: MantineColorsTuple = [
  '#ececef',
  '#c9c9d0',
  '#a3a3ad',
  '#7c7c87',
  '#45454e',
  '#303037',
  '#26262b',
  '#1c1c20',
  '#141416',
  '#0d0d0f',
];
/** The one accent. Shade 7 on white is 5.5:1, shade 3 on the dark page 10:1. */
const teal: MantineColorsTuple = [
  '#eefaf7',
  '#d6f2eb',
  '#aee4d8',
  '#7fd3c2',
  '#4cbfa9',
  '#26a38d',
  '#148776',
  '#0f766e',
  '#0d5f59',
  '#0b4c48',
];

export const theme = createTheme({
  colors: { gray, dark, teal },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  black: '#1b1b20',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px', '2xl': '22px', '3xl': '40px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 8,
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(0 0 0 / 4%)',
    sm: '0 1px 3px rgb(0 0 0 / 6%)',
    md: '0 4px 16px rgb(0 0 0 / 8%)',
    lg: '0 8px 24px rgb(0 0 0 / 10%)',
    xl: '0 12px 32px rgb(0 0 0 / 12%)',
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: {
      // The text of a low button is as large as that of any other.
      vars: (_theme: unknown, { size }: { size?: string }) => ({
        root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {},
      }),
    },
    ScrollArea: { defaultProps: { viewportProps: { tabIndex: 0 } } },
    ScrollAreaAutosize: { defaultProps: { viewportProps: { tabIndex: 0 } } },
    Notification: {
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.35 } },
      styles: { title: { fontSize: 16, fontWeight: 600 } },
    },
  },
});

/** Mantine's own dimmed, anchor, placeholder and error colours are below 4.5:1 on its backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1b20',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-7)',
    '--mantine-color-error': '#b42318',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--bs-page': '#fbfbfa',
    '--bs-side': '#f5f5f4',
    '--bs-line': '#e7e7e9',
    '--bs-hover': 'rgb(27 27 32 / 5%)',
    '--bs-chosen': 'rgb(27 27 32 / 8%)',
    '--bs-accent': 'var(--mantine-color-teal-7)',
    '--bs-good': '#0f6e4f',
    '--bs-bad': '#b42318',
    '--bs-warn': '#8a5a00',
    '--bs-banner': '#fde68a',
  },
  dark: {
    '--mantine-color-body': '#1a1a1d',
    '--mantine-color-text': '#ececef',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': '#8f8f9a',
    '--mantine-color-anchor': 'var(--mantine-color-teal-3)',
    '--mantine-color-error': '#ff9a8f',
    '--mantine-color-default': '#202024',
    '--mantine-color-default-border': '#3a3a42',
    '--bs-page': '#141416',
    '--bs-side': '#101012',
    '--bs-line': '#2a2a2f',
    '--bs-hover': 'rgb(255 255 255 / 6%)',
    '--bs-chosen': 'rgb(255 255 255 / 10%)',
    '--bs-accent': 'var(--mantine-color-teal-3)',
    '--bs-good': '#5fd3a8',
    '--bs-bad': '#ff9a8f',
    '--bs-warn': '#f3c969',
    '--bs-banner': '#fcd34d',
  },
});
