import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MailHealth } from '../../server/api/dashboard/mail/delivery-schemas.ts'
import { get, storePath, type Wire } from '../api.ts'
import { ErrorPanel } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './mail.module.css'

const figures = ['sent', 'kept', 'waiting', 'failed', 'bounced', 'complained'] as const

const isBad = (name: (typeof figures)[number], value: number) =>
  value > 0 && !['sent', 'kept', 'waiting'].includes(name)

/** The delivery figures of the last days, and what emails need to reach inboxes. */
export function DeliveryHealth() {
  const { store_id } = useStore()
  const texts = useTexts('mail')
  const { data, error, refetch } = useQuery({
    queryKey: [store_id, 'mail', 'health'],
    queryFn: () => get<Wire<MailHealth>>(storePath(store_id, '/mail/health')),
  })
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={140} radius="lg" />
  return (
    <Section title={texts.health}>
      <Figures health={data} />
      <SenderNote health={data} />
    </Section>
  )
}

function Figures({ health }: { health: Wire<MailHealth> }) {
  const texts = useTexts('mail')
  const { number } = useFormats()
  return (
    <dl className={classes.figures}>
      {figures
        .filter(name => name !== 'kept' || health.kept > 0)
        .map(name => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {texts.figures[name]}
            </Text>
            <Text
              component="dd"
              fz={26}
              fw={650}
              lh={1.2}
              {...(isBad(name, health[name]) && { c: 'var(--mantine-color-error)' })}
            >
              {health[name] < health.most
                ? number(health[name])
                : texts.atLeast({ number: number(health.most) })}
            </Text>
          </div>
        ))}
    </dl>
  )
}

/** The sender address, and whether emails are signed so that receivers trust it. Nothing without a mail server. */
function SenderNote({ health }: { health: Wire<MailHealth> }) {
  const texts = useTexts('mail')
  if (health.sender === null) return null
  const trusted = health.signs ? texts.signs : texts.signsNot
  return (
    <Text size="sm" c="dimmed">
      {[texts.sender({ address: health.sender }), trusted, texts.records].join(' ')}
    </Text>
  )
}
