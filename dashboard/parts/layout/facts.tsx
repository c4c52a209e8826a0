import { Text } from '@mantine/core'
import classes from './facts.module.css'

/** Labels with their values, in as many columns as fit. `whole`: the last one has a line of its own. */
export function Facts({ rows, whole = false }: { rows: [label: string, value: string][]; whole?: boolean }) {
  return (
    <dl className={classes.facts} data-whole={whole || undefined}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" fw={600} m={0} className={classes.value}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  )
}
