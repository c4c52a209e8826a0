import { Badge, NavLink, Stack } from '@mantine/core'
import { NavLink as RouterLink, useParams } from 'react-router'
import { useUnsaved } from '../parts/drafts/draft.ts'
import { UnsavedDot } from '../parts/drafts/unsaved-dot.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { ReadAfter } from '../parts/layout/read-after.tsx'
import { usePendingTasks } from '../parts/pending-tasks.ts'
import { useMe } from '../session.tsx'
import { StoreProvider, useStore } from '../store.tsx'
import { useCommonTexts, useFormats } from '../words/words.tsx'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import classes from './shell.module.css'
import { StoreSwitcher } from './store-switcher.tsx'

/** The screens of a store, in menu order. Only owners see `data`. */
const screens = [
  'home',
  'reviews',
  'questions',
  'products',
  'orders',
  'connections',
  'webhooks',
  'mail',
  'widgets',
  'data',
  'settings',
] as const satisfies IconName[]

/** The frame around every screen of a store, with its menu and store switcher. */
export function Shell() {
  const { storeId = '' } = useParams()
  const { roles } = useCommonTexts()
  const me = useMe()
  const store = me.stores.find(({ store_id }) => store_id === storeId)
  if (!store) return <NotFound />
  const { role } = store
  return (
    <StoreProvider store={store}>
      <Frame
        badge={role === 'owner' ? undefined : roles[role]}
        navigation={close => <Navigation close={close} />}
      />
    </StoreProvider>
  )
}

function Navigation({ close }: { close: () => void }) {
  const { nav } = useCommonTexts()
  const { store_id, isOwner } = useStore()
  return (
    <Stack gap="xs">
      <StoreSwitcher currentId={store_id} close={close} />
      <nav aria-label={nav.menu}>
        {screens
          .filter(name => name !== 'data' || isOwner)
          .map(name => (
            <MenuLink
              key={name}
              name={name}
              to={name === 'home' ? `/${store_id}` : `/${store_id}/${name}`}
              onClick={close}
            />
          ))}
      </nav>
    </Stack>
  )
}

function MenuLink({
  name,
  to,
  onClick,
}: {
  name: (typeof screens)[number]
  to: string
  onClick: () => void
}) {
  const { nav } = useCommonTexts()
  return (
    <NavLink
      component={RouterLink}
      to={to}
      end={name === 'home'} // its path is a prefix of all others
      label={nav[name]}
      leftSection={<Icon name={name} />}
      rightSection={<MenuIndicator screen={name} />}
      onClick={onClick}
      className={classes.link}
    />
  )
}

/** Shows pending work or unsaved changes of a screen in its menu item. */
function MenuIndicator({ screen }: { screen: (typeof screens)[number] }) {
  const isUnsaved = useUnsaved()
  if (screen === 'reviews' || screen === 'questions') return <PendingCount screen={screen} />
  // An unsaved answer is marked on its own card instead.
  return (screen === 'settings' || screen === 'mail') && isUnsaved(`${screen}/`) && <UnsavedDot />
}

/** The number of pending reviews, or of pending questions and answers to them; empty if there are none. */
function PendingCount({ screen }: { screen: 'reviews' | 'questions' }) {
  const { nav } = useCommonTexts()
  const { number } = useFormats()
  const tasks = usePendingTasks().data
  const counted = tasks ? (screen === 'questions' ? [tasks.questions, tasks.answers] : [tasks.reviews]) : []
  const count = counted.reduce((sum, one) => sum + one.count, 0)
  const more = counted.some(one => one.more)
  if (count === 0) return null
  const text = `${number(count)}${more ? '+' : ''}`
  return (
    <>
      <Badge radius="xl" className={classes.count} aria-hidden="true">
        {text}
      </Badge>
      <ReadAfter>{`${text} ${nav.waiting}`}</ReadAfter>
    </>
  )
}
