import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './code-block.module.css'
import { CopyValueButton } from './copy-value-button.tsx'

/** Code of several lines with a button to copy it. `name` names it for screen readers. */
export function CodeBlock({ code, name, label }: { code: string; name: string; label?: ReactNode }) {
  return (
    <div className={classes.frame}>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text component="div" size="sm" fw={500} className={classes.label}>
          {label}
        </Text>
        <CopyValueButton value={code} name={name} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keyboards need to reach */}
      <pre className={classes.block} tabIndex={0}>
        {code}
      </pre>
    </div>
  )
}
