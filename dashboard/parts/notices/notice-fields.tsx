import { Checkbox, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { NotificationChoice } from '../../../server/api/dashboard/notifications/notification-schemas.ts'
import { useTexts } from '../../words/words.tsx'

export type Choice = NotificationChoice

type Kind = Choice['kinds'][number]

// In this order: what buyers write, then what needs somebody.
export const everyKind: Kind[] = ['reviews', 'questions', 'answers', 'imports', 'pending', 'problems']

/** What somebody is notified of, and whether at once or once a day. */
export function NoticeFields({
  choice: { kinds, pace },
  change,
  error,
}: {
  choice: Choice
  change: (choice: Choice) => void
  error?: string | undefined
}) {
  const texts = useTexts('notifications')
  return (
    <Stack gap="md">
      <Checkbox.Group
        label={texts.of}
        error={error}
        value={kinds}
        onChange={chosen => change({ kinds: everyKind.filter(kind => chosen.includes(kind)), pace })}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
          {everyKind.map(kind => (
            <Checkbox key={kind} value={kind} label={texts.kinds[kind]} description={texts.kindHints[kind]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Radio.Group
        label={texts.pace}
        value={pace}
        onChange={chosen => change({ kinds, pace: chosen as Choice['pace'] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="at_once" label={texts.paces.at_once} />
          <Radio value="daily" label={texts.paces.daily} />
        </Stack>
      </Radio.Group>
    </Stack>
  )
}
