import {
  ActionIcon,
  AppShell,
  Badge,
  Burger,
  Group,
  Menu,
  NavLink,
  Select,
  Stack,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { Outlet, NavLink as RouterLink, useNavigate, useParams } from 'react-router'
import { Ask } from '../parts/ask.tsx'
import { Brand } from '../parts/brand.tsx'
import { useUnsaved, useUnsavedAnywhere } from '../parts/draft.ts'
import { useFailureNote } from '../parts/failure.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { usePendingTasks } from '../parts/pending-tasks.ts'
import { UnsavedDot } from '../parts/unsaved.tsx'
import { useMe } from '../session.tsx'
import { StoreProvider } from '../store.tsx'
import { type Language, languages } from '../words/languages.ts'
import { useFormats, useSpeech } from '../words/words.tsx'
import { NotFound } from './not-found.tsx'
import classes from './shell.module.css'
import { useSignOut } from './sign-out.ts'

/** The screens of a store, in the order of the menu; `data` is the owners'. */
const screens = [
  'home',
  'reviews',
  'questions',
  'products',
  'orders',
  'mail',
  'widgets',
  'data',
  'settings',
] as const satisfies IconName[]

/** The frame around every screen of a store: menu, store switcher, one's own menu. */
export function Shell() {
  const { storeId = '' } = useParams()
  const { words } = useSpeech()
  const me = useMe()
  const [opened, { toggle, close }] = useDisclosure()
  const store = me.stores.find(one => one.store_id === storeId)
  if (!store) return <NotFound />
  return (
    <StoreProvider store={store}>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding={{ base: 'md', sm: 'xl' }}
      >
        <a className={classes.skip} href="#content">
          {words.nav.skip}
        </a>
        <AppShell.Header px="md">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={words.nav.menu}
              />
              <Brand />
            </Group>
            <Group gap="sm" wrap="nowrap">
              {store.role !== 'owner' && (
                <Badge variant="light" color="gray">
                  {words.roles[store.role]}
                </Badge>
              )}
              <OwnMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="sm">
          <Stack gap="xs">
            <StoreSwitcher storeId={storeId} />
            <nav aria-label={words.nav.menu}>
              {screens
                .filter(name => name !== 'data' || store.role === 'owner')
                .map(name => (
                  <MenuLink
                    key={name}
                    name={name}
                    to={name === 'home' ? `/${storeId}` : `/${storeId}/${name}`}
                    onClick={close}
                  />
                ))}
            </nav>
          </Stack>
        </AppShell.Navbar>
        <AppShell.Main id="content">
          <Suspense>
            <Outlet />
          </Suspense>
        </AppShell.Main>
      </AppShell>
    </StoreProvider>
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
  const { words } = useSpeech()
  return (
    <NavLink
      component={RouterLink}
      to={to}
      end={name === 'home'} // its address begins all others
      label={words.nav[name]}
      leftSection={<Icon name={name} />}
      rightSection={<MenuSign of={name} />}
      onClick={onClick}
      className={classes.link}
    />
  )
}

/** What the menu says of a screen that nobody looks at. */
function MenuSign({ of }: { of: (typeof screens)[number] }) {
  const isUnsaved = useUnsaved()
  if (of === 'reviews' || of === 'questions') return <WaitingCount of={of} />
  // Of an answer its own card says so.
  return (of === 'settings' || of === 'mail') && isUnsaved(`${of}/`) && <UnsavedDot />
}

/** How many wait for a decision or an answer; nothing while none do. */
function WaitingCount({ of }: { of: 'reviews' | 'questions' }) {
  const { words } = useSpeech()
  const { number } = useFormats()
  const { count, more } = usePendingTasks().data?.[of] ?? { count: 0, more: false }
  if (count === 0) return null
  return (
    <Badge variant="light" radius="xl" className={classes.count}>
      {`${number(count)}${more ? '+' : ''}`}
      <VisuallyHidden> {words.nav.waiting}</VisuallyHidden>
    </Badge>
  )
}

function StoreSwitcher({ storeId }: { storeId: string }) {
  const { stores } = useMe()
  const { words } = useSpeech()
  const navigate = useNavigate()
  return (
    <Select
      aria-label={words.nav.store}
      data={stores.map(one => ({ value: one.store_id, label: one.name }))}
      value={storeId}
      allowDeselect={false}
      searchable={stores.length > 7}
      onChange={chosen => chosen && navigate(`/${chosen}`)}
    />
  )
}

function OwnMenu() {
  const { words, language, setLanguage } = useSpeech()
  const { person } = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const { storeId = '' } = useParams()
  const isUnsaved = useUnsavedAnywhere()
  const signOut = useSignOut()
  const noteFailure = useFailureNote()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.nav.account}>
            <Icon name="account" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{person.email}</Menu.Label>
          <Menu.Item
            leftSection={<Icon name="account" size={16} />}
            onClick={() => navigate(`/${storeId}/account`)}
          >
            {words.nav.account}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{words.nav.theme}</Menu.Label>
          {(['light', 'dark', 'auto'] as const).map(scheme => (
            <Menu.Item
              key={scheme}
              closeMenuOnClick={false}
              rightSection={colorScheme === scheme && <Icon name="check" size={16} />}
              onClick={() => setColorScheme(scheme)}
            >
              {words.nav[scheme]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{words.nav.language}</Menu.Label>
          {(Object.keys(languages) as Language[]).map(tag => (
            <Menu.Item
              key={tag}
              lang={tag}
              closeMenuOnClick={false}
              rightSection={language === tag && <Icon name="check" size={16} />}
              onClick={() => void setLanguage(tag).catch(noteFailure)}
            >
              {languages[tag]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="signOut" size={16} />}
            onClick={() => (isUnsaved ? setAsks(true) : void signOut())}
          >
            {words.nav.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Ask
        title={asks ? words.nav.signOutTitle : undefined}
        lead={words.nav.signOutLead}
        act={words.nav.signOut}
        busy={false}
        close={() => setAsks(false)}
        go={() => void signOut()}
      />
    </>
  )
}
