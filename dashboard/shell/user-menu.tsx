import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useSignOut } from '../parts/account/sign-out.ts'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { useUnsavedAnywhere } from '../parts/drafts/draft.ts'
import { useErrorNotification } from '../parts/errors.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { useMe } from '../session.tsx'
import { type Language, languages } from '../words/languages.ts'
import { useCommonTexts, useLanguage } from '../words/words.tsx'

/** The user's menu: account, theme, language and sign-out. */
export function UserMenu() {
  const { nav } = useCommonTexts()
  const { person, is_operator } = useMe()
  const navigate = useNavigate()
  const { storeId = '' } = useParams()
  const hasDrafts = useUnsavedAnywhere()
  const signOut = useSignOut()
  const [isConfirming, setConfirming] = useState(false)
  const confirmOrSignOut = () => (hasDrafts ? setConfirming(true) : void signOut())
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={nav.account}>
            <Icon name="account" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{person.email}</Menu.Label>
          <MenuItem
            label={nav.account}
            icon="account"
            onClick={() => navigate(`/${storeId || 'operator'}/account`)}
          />
          {is_operator && <MenuItem label={nav.operate} icon="group" onClick={() => navigate('/operator')} />}
          <Menu.Divider />
          <ThemeItems />
          <Menu.Divider />
          <LanguageItems />
          <Menu.Divider />
          <MenuItem label={nav.signOut} icon="signOut" onClick={confirmOrSignOut} />
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title={isConfirming ? nav.signOutTitle : undefined}
        message={nav.signOutLead}
        confirmLabel={nav.signOut}
        busy={false}
        close={() => setConfirming(false)}
        confirm={() => void signOut()}
      />
    </>
  )
}

function MenuItem({ label, icon, onClick }: { label: string; icon: IconName; onClick: () => unknown }) {
  return (
    <Menu.Item leftSection={<Icon name={icon} size={16} />} onClick={() => void onClick()}>
      {label}
    </Menu.Item>
  )
}

function ThemeItems() {
  const { nav } = useCommonTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{nav.theme}</Menu.Label>
      {(['light', 'dark', 'auto'] as const).map(scheme => (
        <Menu.Item
          key={scheme}
          closeMenuOnClick={false}
          rightSection={colorScheme === scheme && <Icon name="check" size={16} />}
          onClick={() => setColorScheme(scheme)}
        >
          {nav[scheme]}
        </Menu.Item>
      ))}
    </>
  )
}

function LanguageItems() {
  const { words, language, setLanguage } = useLanguage()
  const notifyError = useErrorNotification()
  return (
    <>
      <Menu.Label>{words.nav.language}</Menu.Label>
      {(Object.keys(languages) as Language[]).map(tag => (
        <Menu.Item
          key={tag}
          lang={tag}
          closeMenuOnClick={false}
          rightSection={language === tag && <Icon name="check" size={16} />}
          onClick={() => void setLanguage(tag).catch(notifyError)}
        >
          {languages[tag]}
        </Menu.Item>
      ))}
    </>
  )
}
