import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { NoStore } from './pages/no-store.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Failure } from './parts/failure.tsx'
import { Shell } from './parts/shell.tsx'
import { SessionProvider, useSessionQuery } from './session.tsx'

// Each screen is a chunk of its own.
const SignIn = lazy(() => import('./pages/sign-in.tsx'))
const Setup = lazy(() => import('./pages/setup.tsx'))
const SettingsPage = lazy(() => import('./pages/settings.tsx'))
const Home = lazy(() => import('./pages/home.tsx'))
const Account = lazy(() => import('./pages/account.tsx'))
const Mail = lazy(() => import('./pages/mail.tsx'))
const Data = lazy(() => import('./pages/data.tsx'))
const LinkPage = lazy(() => import('./pages/link.tsx'))
const Orders = lazy(() => import('./pages/orders.tsx'))
const Products = lazy(() => import('./pages/products.tsx'))
const Questions = lazy(() => import('./pages/questions.tsx'))
const Reviews = lazy(() => import('./pages/reviews.tsx'))
const Widgets = lazy(() => import('./pages/widgets.tsx'))

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
            <Route path="mail" element={<Mail />} />
            <Route path="settings" element={<SettingsPage />} />
            <Route path="account" element={<Account />} />
            <Route path="questions" element={<Questions />} />
            <Route path="orders" element={<Orders />} />
            <Route path="widgets" element={<Widgets />} />
            <Route path="data" element={<Data />} />
            <Route path="products" element={<Products />} />
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
