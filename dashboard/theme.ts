import { Badge, createTheme, type MantineColorsTuple } from '@mantine/core'

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

/** Realword's own look on Mantine's parts. */
export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 5 },
  colors: { green },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600 } }),
  },
})
