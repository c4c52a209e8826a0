import { Button, Group, Stack, Text } from '@mantine/core'
import lists from '../parts/layout/lists.module.css'
import { Section } from '../parts/layout/section.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { ListedCampaign } from './query.ts'

type Props = { campaigns: ListedCampaign[]; show: (id: string) => void }

/** The campaigns of the store besides the displayed one. */
export function PastCampaigns({ campaigns, show }: Props) {
  const texts = useTexts('campaigns')
  const { day, date } = useFormats()
  if (campaigns.length === 0) return null
  return (
    <Section title={texts.past} lead={texts.pastLead}>
      <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }}>
        {campaigns.map(({ id, state, from, to, asked, created_at }) => (
          <Group key={id} component="li" justify="space-between" py="sm" className={lists.lined}>
            <div>
              <Text size="sm">{texts.range({ from: day(from), to: day(to) })}</Text>
              <Text size="xs" c="dimmed">
                {[date(created_at), texts.states[state], texts.askedCount({ count: asked })].join(' · ')}
              </Text>
            </div>
            <Button variant="default" size="compact-sm" onClick={() => show(id)}>
              {texts.show}
            </Button>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
