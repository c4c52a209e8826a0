import { Group, Text } from '@mantine/core'
import { useCommonTexts } from '../words/words.tsx'

export function Brand() {
  const { product } = useCommonTexts()
  return (
    <Group gap={8} wrap="nowrap">
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
        <path
          fill="var(--mantine-primary-color-filled)"
          d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8L12 17.8 5.8 21 7 14.2 2 9.3l6.9-1z"
        />
      </svg>
      <Text fw={650} size="lg">
        {product}
      </Text>
    </Group>
  )
}
