import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { useWords } from '../words/words.tsx'

/** A value to copy. */
export function Secret({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const { common } = useWords()
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code block flex={1} fz="xs" tabIndex={0} aria-label={label}>
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? common.copied : common.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}
