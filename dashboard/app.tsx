import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { ApiFailure } from './api.ts'
import { Screens } from './screens.tsx'
import { sessionQuery } from './session.tsx'
import { cssVariablesResolver, theme } from './theme.ts'
import { LanguageProvider } from './words/words.tsx'

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server has refused it refuses again; only what went wrong on the way is worth another try.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiFailure && error.status < 500),
      staleTime: 10_000,
    },
  },
})

// Asked for while the texts are on their way.
void queryClient.prefetchQuery(sessionQuery)

// The nonce of this page: Mantine writes style elements, which nothing else may.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Dialogs lock the scroll of the page by a style element of another library, which looks for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** Everything around the screens. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          {/* Not over the bar that saves: who saves twice would find it covered for as long as the mouse stays there. */}
          <Notifications position="top-center" />
          <BrowserRouter basename="/admin">
            <Screens />
          </BrowserRouter>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  )
}
