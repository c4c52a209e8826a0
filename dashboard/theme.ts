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

// Mantine renders a <header>, which assistive technology would announce as the page's banner.
const overlay = {
  defaultProps: { radius: 'lg', attributes: { header: { role: 'presentation' } } },
  styles: { title: { fontWeight: 650 } },
}

/** The Mantine theme of the dashboard. */
export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: 7,
  colors: { green },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600, c: 'var(--mantine-color-text)' } }),
    Modal: overlay,
    Drawer: overlay,
  },
})

// White text on Mantine's own red has a contrast of only 3.8.
const redFill = { '--mantine-color-red-filled': '#c92a2a', '--mantine-color-red-filled-hover': '#b02525' }

/** Readable dimmed text and errors: Mantine's own have a contrast of 3.3 on white, and WCAG AA requires 4.5. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...redFill, '--mantine-color-dimmed': '#5a6169', '--mantine-color-error': '#c92a2a' },
  dark: { ...redFill, '--mantine-color-dimmed': '#a9adb2', '--mantine-color-error': '#ff8787' },
})
