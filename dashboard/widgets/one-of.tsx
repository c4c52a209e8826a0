import { Select } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  value: Value
  values: readonly Value[]
  labels: Record<Value, string>
  choose: (value: Value) => void
}

/** Chooses one of a few values. */
export function OneOf<Value extends string>({ label, value, values, labels, choose }: Props<Value>) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      value={value}
      data={values.map(one => ({ value: one, label: labels[one] }))}
      onChange={chosen => choose((chosen ?? value) as Value)}
    />
  )
}
