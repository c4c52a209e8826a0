import { Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import lists from '../parts/layout/lists.module.css'
import { useFormats, useLanguage, useTexts } from '../words/words.tsx'
import classes from './connections.module.css'
import { Logo } from './logo.tsx'
import { useMessages } from './message.tsx'
import { nameOf, type State, stateOf, titleOf } from './platforms.ts'
import type { Connection } from './query.ts'

/** A connection in the list: its state, and what needs attention. */
export function ConnectionCard({ connection }: { connection: Connection }) {
  const texts = useTexts('connections')
  const { facts, problem } = useSummary(connection)
  const { connection_id, platform, name } = connection
  const title = titleOf(connection, texts)
  return (
    <li>
      <div className={classes.card}>
        <div className={classes.cardHead}>
          <Logo platform={platform} size={36} />
          <div className={classes.choiceWords}>
            <Link
              to={`?id=${connection_id}`}
              className={lists.whole}
              aria-label={texts.open({ name: title })}
            >
              <Text span fw={600} className={classes.wrap}>
                {title}
              </Text>
            </Link>
            {name && (
              <Text c="dimmed" size="sm">
                {nameOf(platform, texts)}
              </Text>
            )}
          </div>
          <StateBadge state={stateOf(connection)} />
        </div>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {problem && (
          <Text size="sm" className={classes.wrap}>
            {problem}
          </Text>
        )}
      </div>
    </li>
  )
}

/** What happened last, and what is missing or wrong. */
function useSummary(connection: Connection) {
  const texts = useTexts('connections')
  const { language } = useLanguage()
  const { instant } = useFormats()
  const messageOf = useMessages()
  const { last_event_at, last_error, failed_events, waiting_events, missing } = connection
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const facts = [
    last_event_at ? texts.lastEvent({ when: instant(last_event_at) }) : texts.noEvent,
    waiting_events > 0 && texts.waitingCount({ count: waiting_events }),
    failed_events > 0 && texts.failedCount({ count: failed_events }),
  ].filter(Boolean)
  const problem =
    missing.length > 0
      ? texts.missingLead({ fields: list.format(missing.map(one => fieldName(one, texts))) })
      : last_error && messageOf(last_error.what)
  return { facts, problem }
}

const colors = {
  active: 'green',
  waiting: 'blue',
  incomplete: 'yellow',
  paused: 'gray',
  problem: 'red',
} as const

export function StateBadge({ state }: { state: State }) {
  const texts = useTexts('connections')
  return (
    <Badge color={colors[state]} flex="none">
      {texts.states[state]}
    </Badge>
  )
}

/** What a missing field is called: a part of the access, or of a mapping. */
export function fieldName(name: string, texts: ReturnType<typeof useTexts<'connections'>>): string {
  const { fields, mapping } = texts
  if (Object.hasOwn(fields, name)) return fields[name as keyof typeof fields]
  return Object.hasOwn(mapping.fields, name) ? mapping.fields[name as keyof typeof mapping.fields] : name
}
