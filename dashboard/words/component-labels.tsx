import { MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useCommonTexts } from './words.tsx'

/** Labels buttons that Mantine's components add, in the reader's language. Mantine's own labels are English or empty. */
export function ComponentLabels({ children }: { children: ReactNode }) {
  const { close, toggleCharacters } = useCommonTexts().common
  const theme = useMemo(() => {
    const closing = { defaultProps: { closeButtonProps: { 'aria-label': close } } }
    const toggling = { visibilityToggleButtonProps: { 'aria-label': toggleCharacters } }
    return {
      components: {
        Alert: { defaultProps: { closeButtonLabel: close } },
        Drawer: closing,
        Modal: closing,
        Notification: closing,
        PasswordInput: { defaultProps: toggling },
      },
    }
  }, [close, toggleCharacters])
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}
