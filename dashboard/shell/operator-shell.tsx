import { NavLink, Stack } from '@mantine/core'
import { NavLink as RouterLink } from 'react-router'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useMe } from '../session.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import { Frame } from './frame.tsx'
import classes from './shell.module.css'

/** The frame around the screens of operators, who work with all stores and see into none. */
export default function OperatorShell() {
  const { badge } = useTexts('operator')
  return <Frame badge={badge} navigation={close => <Navigation close={close} />} />
}

const links = [
  { name: 'stores', to: '/operator', icon: 'group' },
  { name: 'health', to: '/operator/health', icon: 'check' },
  { name: 'access', to: '/operator/access', icon: 'account' },
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
