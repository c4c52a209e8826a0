import { Button, Menu } from '@mantine/core'
import { Link } from 'react-router'
import { useStore } from '../../store.tsx'
import { useSettings } from '../../store-settings.ts'
import { useTexts } from '../../words/words.tsx'
import { Icon } from '../icon.tsx'
import { fillTemplate } from './fill.ts'

type Props = {
  about: { display_name: string; product_name: string | null }
  /** The text typed so far. */
  typed: string
  change: (text: string) => void
}

/** A menu of the store's templates. Choosing one fills it in behind what was typed; nothing is sent. */
export function TemplateMenu({ about, typed, change }: Props) {
  const texts = useTexts('templates')
  const { store_id, isOwner } = useStore()
  const { data: settings } = useSettings()
  if (!settings || (settings.reply_templates.length === 0 && !isOwner)) return null
  const { name: store, locale, reply_templates } = settings
  const insert = (text: string) => {
    const filled = fillTemplate(text, {
      author: about.display_name,
      product: about.product_name,
      store,
      locale,
    })
    change(typed.trim() ? `${typed.trimEnd()}\n\n${filled}` : filled)
  }
  return (
    <Menu position="bottom-end" width={260} returnFocus={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<Icon name="file" size={16} />}>
          {texts.use}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reply_templates.map(({ title, text }, index) => (
          <Menu.Item key={index} onClick={() => insert(text)} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Menu.Item>
        ))}
        {isOwner && (
          <>
            {reply_templates.length > 0 && <Menu.Divider />}
            <Menu.Item component={Link} to={`/${store_id}/settings?tab=moderation`}>
              {texts.edit}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
