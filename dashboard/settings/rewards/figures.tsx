import { SimpleGrid, Text } from '@mantine/core'
import type { RewardOnScreen } from '../../../server/api/dashboard/settings/reward-schemas.ts'
import type { Wire } from '../../api.ts'
import { Section } from '../../parts/layout/section.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'

/** What was promised and given. */
export function RewardFigures({ shown }: { shown: Wire<RewardOnScreen> }) {
  const texts = useTexts('rewards')
  const { number } = useFormats()
  const figures: [string, number][] = [
    [texts.promised, shown.promised],
    [texts.givenThisMonth, shown.given_this_month],
    [texts.givenEver, shown.given],
  ]
  return (
    <Section title={texts.figures} lead={texts.figuresLead}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text size="xl" fw={600}>
              {number(value)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </Section>
  )
}
