import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { Failure } from './parts/failure.tsx'
import { SessionProvider, useSessionQuery } from './session.tsx'
import { NoStore } from './shell/no-store.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'

// Each screen is a chunk of its own.
const Home = lazy(() => import('./home/page.tsx'))
const Reviews = lazy(() => import('./reviews/page.tsx'))
const Questions = lazy(() => import('./questions/page.tsx'))
const Products = lazy(() => import('./products/page.tsx'))
const Orders = lazy(() => import('./orders/page.tsx'))
const Mail = lazy(() => import('./mail/page.tsx'))
const Widgets = lazy(() => import('./widgets/page.tsx'))
const Data = lazy(() => import('./data/page.tsx'))
const Settings = lazy(() => import('./settings/page.tsx'))
const Account = lazy(() => import('./account/page.tsx'))
const SignIn = lazy(() => import('./signing-in/sign-in.tsx'))
const Setup = lazy(() => import('./signing-in/setup.tsx'))
const LinkPage = lazy(() => import('./signing-in/link.tsx'))

/** Which screen is at which address. The store is part of it, so that a link leads to the same store for everybody. */
export function Screens() {
  const { data: me, error, refetch, isPending } = useSessionQuery()
  if (isPending) return <Wait />
  if (error) return <Failure error={error} retry={refetch} />
  if (/^#(reset|invitation)=/.test(location.hash)) {
    return (
      <Suspense fallback={<Wait />}>
        <LinkPage me={me} />
      </Suspense>
    )
  }
  if (!me) {
    return (
      <Suspense fallback={<Wait />}>{location.hash.startsWith('#setup=') ? <Setup /> : <SignIn />}</Suspense>
    )
  }
  const [first] = me.stores
  return (
    <SessionProvider me={me}>
      <Suspense fallback={<Wait />}>
        <Routes>
          <Route path="/" element={first ? <Navigate to={`/${first.store_id}`} replace /> : <NoStore />} />
          <Route path="/:storeId" element={<Shell />}>
            <Route index element={<Home />} />
            <Route path="reviews" element={<Reviews />} />
            <Route path="questions" element={<Questions />} />
            <Route path="products" element={<Products />} />
            <Route path="orders" element={<Orders />} />
            <Route path="mail" element={<Mail />} />
            <Route path="widgets" element={<Widgets />} />
            <Route path="data" element={<Data />} />
            <Route path="settings" element={<Settings />} />
            <Route path="account" element={<Account />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </SessionProvider>
  )
}

function Wait() {
  return (
    <Center mih="60vh">
      <Loader type="dots" />
    </Center>
  )
}
