import { Alert, Anchor, Text } from '@mantine/core'
import { useTexts } from '../words/words.tsx'
import { Icon } from './icon.tsx'
import classes from './mail-off-banner.module.css'
import { usePendingTasks } from './pending-tasks.ts'

/** While no mail server is set up: that no email leaves, what to do, and where the emails are. */
export function MailOffBanner() {
  const texts = useTexts('trial')
  const { data } = usePendingTasks()
  if (!data?.mail_off) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon name="mail" />}
      title={texts.mailOff}
      classNames={{ root: classes.root, title: classes.title }}
    >
      <Text size="sm">
        {texts.mailOffLead}{' '}
        {data.mail_off.outbox ? (
          <Anchor href="/outbox" target="_blank" rel="noreferrer" inherit fw={600}>
            {texts.outbox}
          </Anchor>
        ) : (
          texts.outboxHint
        )}
      </Text>
    </Alert>
  )
}
