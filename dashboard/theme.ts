import { Badge, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const green: MantineColorsTuple = [
  '#eaf7f1',
  '#d6ece2',
  '#acd8c4',
  '#7ec3a4',
  '#58b189',
  '#3fa678',
  '#2f9069',
  '#1f7355',
  '#185c44',
  '#0f4533',
]

// Greys with a trace of the green, so that surfaces and text belong to the same family.
const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eef2f0',
  '#e5eae8',
  '#dbe2df',
  '#c9d2ce',
  '#a7b2ad',
  '#818d87',
  '#4a5550',
  '#343d39',
  '#1f2623',
]

// From text to the page below all surfaces: each surface is lighter than the one it lies on.
const dark: MantineColorsTuple = [
  '#dfe5e2',
  '#c3cbc7',
  '#9aa4a0',
  '#77827d',
  '#35403b',
  '#2a332f',
  '#212926',
  '#181e1c',
  '#0f1412',
  '#0a0e0c',
]

// Mantine renders a <header>, which assistive technology would announce as the page's banner.
const overlay = {
  defaultProps: { radius: 'lg', attributes: { header: { role: 'presentation' } } },
  styles: { title: { fontWeight: 650 } },
}

const fontFamily = '"Figtree Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/** The Mantine theme of the dashboard. */
export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: 7,
  colors: { green, gray, dark },
  black: '#17201c',
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily,
  headings: { fontFamily, fontWeight: '650' },
  cursorType: 'pointer',
  components: {
    Badge: Badge.extend({
      defaultProps: { variant: 'light', tt: 'none', fw: 600, c: 'var(--mantine-color-text)' },
    }),
    // Titles in an alert's own colour have a contrast of 2.7 in yellow.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // Their rows may wrap, and a line would then begin a row.
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    // The pointer can move onto what it opened (WCAG 1.4.13).
    Tooltip: { defaultProps: { interactive: true } },
    Modal: overlay,
    Drawer: overlay,
  },
})

// White text on Mantine's own red has a contrast of only 3.8.
const redFill = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' }

/**
 * The page below all surfaces (`--page`), and readable dimmed text and errors: Mantine's own have a contrast of 3.3 on
 * white, and WCAG AA requires 4.5.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...redFill,
    '--page': gray[0],
    '--star-outline': '#a85f00',
    '--mantine-color-dimmed': '#57625d',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    ...redFill,
    '--page': dark[8],
    '--star-outline': '#e8a200',
    // The brand's green, light enough to be seen on dark surfaces.
    '--mantine-color-green-filled': '#26845f',
    '--mantine-color-green-filled-hover': '#22785a',
    '--mantine-color-green-light': 'rgba(63, 166, 120, 0.18)',
    '--mantine-color-green-light-hover': 'rgba(63, 166, 120, 0.26)',
    '--mantine-color-green-light-color': green[2],
    // Mantine's own is almost white, so a button that deletes would look like any other.
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-dimmed': '#a3ada8',
    '--mantine-color-error': '#ff8787',
  },
})
