import { List, Stack, Text } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'
import { useNoteText } from '../problem-texts.ts'
import type { ImportJob } from '../query.ts'

/** What was decided for the file as a whole: a trial shows it before anything is imported. */
export function PlanOfFile({ importJob: { notes, unread, skipped_states } }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const noteText = useNoteText()
  const states = Object.entries(skipped_states)
  // As `server/exchange/imports/orders/order-draft.ts` counts orders without an address.
  const wordOf = (state: string) => (state === 'no e-mail' ? texts.noEmail : state)
  return (
    <Stack gap="sm">
      <Part
        title={texts.leftOut}
        items={states.map(([state, count]) => texts.leftOutOne({ state: wordOf(state), count }))}
      />
      <Part title={texts.decided} items={notes.map(noteText)} />
      <Part title={texts.unread} items={unread.length > 0 ? [unread.join(', ')] : []} />
    </Stack>
  )
}

function Part({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {items.map(item => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </div>
  )
}
