import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import type { Me } from '../server/tenants/accounts/sign-in/session-schemas.ts'
import { ErrorPanel } from './parts/errors.tsx'
import { SessionProvider, sessionQuery } from './session.tsx'
import { NoStore } from './shell/no-store.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { type Area, loadTexts } from './words/catalogues.ts'
import { currentLanguage } from './words/languages.ts'

// Each screen is a separate chunk, and loads together with its texts.
const Home = screen(['home', 'trial'], () => import('./home/page.tsx'))
const Reviews = screen(['reviews', 'queue', 'moderation', 'templates'], () => import('./reviews/page.tsx'))
const Questions = screen(
  ['questions', 'queue', 'moderation', 'templates'],
  () => import('./questions/page.tsx'),
)
const Products = screen(['products', 'moderation'], () => import('./products/page.tsx'))
const Orders = screen(['orders', 'schedule', 'mail-answers', 'trial'], () => import('./orders/page.tsx'))
const Campaigns = screen(['campaigns', 'trial'], () => import('./campaigns/page.tsx'))
const Connections = screen(
  ['connections', 'connection-steps', 'shops/sentences', 'trial'],
  () => import('./connections/page.tsx'),
)
const Webhooks = screen(['webhooks'], () => import('./webhooks/page.tsx'))
const Mail = screen(
  ['mail', 'mail-design', 'mail-answers', 'mails/names', 'trial'],
  () => import('./mail/page.tsx'),
)
const Widgets = screen(
  ['widgets', 'widget-samples', 'widget-steps', 'widget-findings'],
  () => import('./widgets/page.tsx'),
)
const Data = screen(['data', 'reviews', 'orders', 'schedule'], () => import('./data/page.tsx'))
const Settings = screen(
  [
    'settings',
    'keys',
    'model',
    'notifications',
    'rewards',
    'channels',
    'schedule',
    'templates',
    'review-form',
    'rules',
    'orders',
  ],
  () => import('./settings/page.tsx'),
)
const Account = screen(['account', 'notifications'], () => import('./account/page.tsx'))
const NewStore = screen([], () => import('./new-store/page.tsx'))
const OperatorShell = screen(['operator'], () => import('./shell/operator-shell.tsx'))
const OperatedStores = operatorScreen('OperatedStores')
const OperatedStore = operatorScreen('OperatedStore')
const Health = operatorScreen('Health')
const OperatorAccess = operatorScreen('OperatorAccess')
const OperatorLog = operatorScreen('OperatorLog')
const SignedOut = screen(['account'], () => import('./signing-in/signed-out.tsx'))
const FactorRequired = screen(['account'], () => import('./signing-in/factor-required.tsx'))
const Setup = screen([], () => import('./signing-in/setup.tsx'))
const EmailLinkPage = screen(['account'], () => import('./signing-in/email-link.tsx'))

/** The screen of the URL: for a link from an email, for signed-out users, or of a store. */
export function Screens() {
  const { data: me, error, refetch, isPending } = useQuery(sessionQuery)
  const hash = useHash()
  if (isPending) return <PageLoader />
  if (error) return <ErrorPanel error={error} retry={refetch} />
  // A link that sets a password works without a session; an invitation waits until the user may accept it.
  if (me?.lacks_second_factor && !/^#(setup|reset)=/.test(hash))
    return (
      <Suspense fallback={<PageLoader />}>
        <FactorRequired me={me} />
      </Suspense>
    )
  if (me && !isLink(hash)) return <StoreScreens me={me} />
  return (
    <Suspense fallback={<PageLoader />}>
      {hash.startsWith('#setup=') ? (
        <Setup key={hash} token={hash.slice('#setup='.length)} />
      ) : isLink(hash) ? (
        <EmailLinkPage key={hash} me={me} />
      ) : (
        <SignedOut />
      )}
    </Suspense>
  )
}

const isLink = (hash: string) => /^#(setup|reset|invitation)=/.test(hash)

/**
 * The hash of the address, also when a link is pasted into an open tab. It stays after a screen removes its token from
 * the address, so that the screen is not replaced while it displays its result.
 */
function useHash(): string {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const read = () => setHash(location.hash)
    for (const event of ['hashchange', 'popstate']) addEventListener(event, read)
    return () => {
      for (const event of ['hashchange', 'popstate']) removeEventListener(event, read)
    }
  }, [])
  return hash
}

/** The routes of signed-in users. Each contains the store id, so that a link opens the same store for everybody. */
function StoreScreens({ me }: { me: Me }) {
  const [firstStore] = me.stores
  const firstPath = firstStore ? `/${firstStore.store_id}` : me.is_operator ? '/operator' : undefined
  return (
    <SessionProvider me={me}>
      <Suspense fallback={<PageLoader />}>
        <Routes>
          <Route path="/" element={firstPath ? <Navigate to={firstPath} replace /> : <NoStore />} />
          <Route path="/operator" element={me.is_operator ? <OperatorShell /> : <NotFound />}>
            <Route index element={<OperatedStores />} />
            <Route path="stores/:operatedId" element={<OperatedStore />} />
            <Route path="health" element={<Health />} />
            <Route path="access" element={<OperatorAccess />} />
            <Route path="log" element={<OperatorLog />} />
            <Route path="account" element={<Account />} />
            <Route path="*" element={<NotFound />} />
          </Route>
          <Route path="/:storeId" element={<Shell />}>
            <Route index element={<Home />} />
            <Route path="reviews" element={<Reviews />} />
            <Route path="questions" element={<Questions />} />
            <Route path="products" element={<Products />} />
            <Route path="orders" element={<Orders />} />
            <Route path="orders/earlier-buyers" element={<Campaigns />} />
            <Route path="connections" element={<Connections />} />
            <Route path="webhooks" element={<Webhooks />} />
            <Route path="mail" element={<Mail />} />
            <Route path="widgets" element={<Widgets />} />
            <Route path="data" element={<Data />} />
            <Route path="settings" element={<Settings />} />
            <Route path="account" element={<Account />} />
            <Route path="new-store" element={<NewStore />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </SessionProvider>
  )
}

function PageLoader() {
  return (
    <Center mih="60vh">
      <Loader type="dots" />
    </Center>
  )
}

function operatorScreen(
  name: 'OperatedStores' | 'OperatedStore' | 'Health' | 'OperatorAccess' | 'OperatorLog',
) {
  return screen(['operator', 'keys'], async () => ({
    default: (await import('./operator/screens.ts'))[name],
  }))
}

function screen<Props>(texts: Area[], load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadTexts(texts, currentLanguage())])
    return page
  })
}
