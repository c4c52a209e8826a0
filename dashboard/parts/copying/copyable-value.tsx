import { Code, Group, Text } from '@mantine/core'
import { CopyValueButton } from './copy-value-button.tsx'
import classes from './copyable-value.module.css'

/** A labelled value with a button to copy it. */
export function CopyableValue({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code block flex={1} fz="xs" tabIndex={0} aria-label={label} className={classes.value}>
          {value}
        </Code>
        <CopyValueButton value={value} />
      </Group>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  )
}
