import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core'

/** A switch. Mantine's label contains the description, which a screen reader would read as name and as description. */
export function Switch({ label, ...props }: SwitchProps & { label: string }) {
  return <MantineSwitch label={label} aria-label={label} {...props} />
}
