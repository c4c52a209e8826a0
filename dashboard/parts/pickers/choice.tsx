import { SegmentedControl, type SegmentedControlProps } from '@mantine/core'

type Props<Value extends string> = Pick<SegmentedControlProps, 'fullWidth' | 'size'> & {
  label: string
  values: readonly Value[]
  texts: Record<Value, string>
  value: Value
  choose: (value: Value) => void
}

/** One of a few values, side by side. */
export function Choice<Value extends string>({ label, values, texts, choose, ...props }: Props<Value>) {
  return (
    <SegmentedControl
      {...props}
      aria-label={label}
      onChange={value => choose(value as Value)}
      data={values.map(value => ({ value, label: texts[value] }))}
    />
  )
}
