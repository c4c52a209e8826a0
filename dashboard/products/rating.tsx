import { Group, Text } from '@mantine/core'
import { Stars } from '../parts/stars.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import type { Figures } from './query.ts'

/** Stars, average and number of reviews in one line. */
export function Rating({
  figures,
  size = 15,
}: {
  figures: Pick<Figures, 'total' | 'average'>
  size?: number
}) {
  const texts = useTexts('products')
  const { number } = useFormats()
  const { total, average } = figures
  if (total === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noReviews}
      </Text>
    )
  }
  const formattedAverage = number(average, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <Group gap={8} wrap="nowrap">
      <Stars rating={Math.round(average)} label={texts.starsOf({ average: formattedAverage })} size={size} />
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        <strong>{formattedAverage}</strong>
        <Text span c="dimmed" size="sm">
          {' · '}
          {texts.reviews({ count: total })}
        </Text>
      </Text>
    </Group>
  )
}
