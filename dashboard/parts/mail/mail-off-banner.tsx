import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import { Icon } from '../icon.tsx'
import { usePendingTasks } from '../pending-tasks.ts'
import classes from './mail-off-banner.module.css'

/** While no mail server is set up: that no email leaves, what to do, and where the emails are. */
export function MailOffBanner() {
  const texts = useTexts('trial')
  const { data } = usePendingTasks()
  if (!data?.mail_off) return null
  return (
    <Alert
      role="note"
      variant="default"
      radius="lg"
      icon={<Icon name="mail" />}
      title={texts.mailOff}
      classNames={{ root: classes.root, icon: classes.icon }}
    >
      <Text size="sm" c="dimmed">
        {texts.mailOffLead} {data.mail_off.outbox ? <OutboxLink /> : texts.outboxHint}
      </Text>
    </Alert>
  )
}

/** The banner in one line, for a list whose rows name the kept emails: links to the whole banner, and to the outbox. */
export function MailOffLine() {
  const texts = useTexts('trial')
  const { store_id } = useStore()
  const { data } = usePendingTasks()
  if (!data?.mail_off) return null
  return (
    <Text component="div" role="note" size="sm" className={classes.line}>
      <Icon name="mail" size={18} />
      <span>{texts.mailOff}</span>
      <Anchor component={Link} to={`/${store_id}/mail?tab=deliveries`} inherit fw={600}>
        {texts.seeMissing}
      </Anchor>
      {data.mail_off.outbox && <OutboxLink />}
    </Text>
  )
}

function OutboxLink() {
  const texts = useTexts('trial')
  return (
    <Anchor href="/outbox" target="_blank" rel="noreferrer" inherit fw={600}>
      {texts.outbox}
    </Anchor>
  )
}
