import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { queryClient } from './query-client.ts'
import { Screens } from './screens.tsx'
import { sessionQuery } from './session.tsx'
import { cssVariablesResolver, theme } from './theme.ts'
import { ComponentLabels } from './words/component-labels.tsx'
import { LanguageProvider } from './words/words.tsx'

// Runs while the texts are loading.
void queryClient.prefetchQuery(sessionQuery)

// Mantine inserts style elements. The Content-Security-Policy allows them only with this nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Dialogs lock scrolling with a style element from another library, which reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The screens inside all providers. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <LanguageProvider>
        <ComponentLabels>
          <QueryClientProvider client={queryClient}>
            {/* Not at the bottom: a notification stays while the mouse is over it, and would cover the save bar. */}
            <Notifications position="top-center" />
            <BrowserRouter basename="/admin">
              <Screens />
            </BrowserRouter>
          </QueryClientProvider>
        </ComponentLabels>
      </LanguageProvider>
    </MantineProvider>
  )
}
