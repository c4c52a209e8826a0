import { AppShell, Badge, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, Suspense } from 'react'
import { Outlet } from 'react-router'
import { Brand } from '../parts/brand.tsx'
import { useCommonTexts } from '../words/words.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The header, the menu and the screen of the URL. `badge` names the user's role. */
export function Frame({
  badge,
  navigation,
}: {
  badge: string | undefined
  navigation: (close: () => void) => ReactNode
}) {
  const { nav } = useCommonTexts()
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
            {badge && <Badge color="gray">{badge}</Badge>}
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">{navigation(close)}</AppShell.Navbar>
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
