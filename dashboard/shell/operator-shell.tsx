import { AppShell, Badge, Burger, Group, NavLink, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { Outlet, NavLink as RouterLink } from 'react-router'
import { Brand } from '../parts/brand.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useMe } from '../session.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The frame around the screens of operators, who work with all stores and see into none. */
export default function OperatorShell() {
  const { nav } = useCommonTexts()
  const texts = useTexts('operator')
  const [opened, { toggle, close }] = useDisclosure()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className={classes.skip} href="#content">
        {nav.skip}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={nav.menu} />
            <Brand />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <Badge variant="light" color="gray">
              {texts.badge}
            </Badge>
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <Navigation close={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content">
        <div className={classes.content}>
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}

const links = [
  { name: 'stores', to: '/operator', icon: 'group' },
  { name: 'health', to: '/operator/health', icon: 'check' },
  { name: 'log', to: '/operator/log', icon: 'file' },
] as const satisfies { name: string; to: string; icon: IconName }[]

function Navigation({ close }: { close: () => void }) {
  const common = useCommonTexts()
  const { nav } = useTexts('operator')
  const { stores } = useMe()
  return (
    <Stack gap="xs" justify="space-between" h="100%">
      <nav aria-label={common.nav.menu}>
        {links.map(({ name, to, icon }) => (
          <NavLink
            key={name}
            component={RouterLink}
            to={to}
            end={name === 'stores'} // its path is a prefix of all others
            label={nav[name]}
            leftSection={<Icon name={icon} />}
            onClick={close}
            className={classes.link}
          />
        ))}
      </nav>
      {stores.length > 0 && (
        <NavLink
          component={RouterLink}
          to="/"
          label={nav.toStores}
          leftSection={<Icon name="back" />}
          className={classes.link}
        />
      )}
    </Stack>
  )
}
