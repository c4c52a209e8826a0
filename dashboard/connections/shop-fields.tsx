import { PasswordInput, TextInput } from '@mantine/core'
import { useTexts } from '../words/words.tsx'
import type { Entered } from './entered.ts'
import { type Field, fieldsOf, type Platform } from './platforms.ts'

type Props = {
  platform: Platform
  entered: Entered
  change: (entered: Entered) => void
  problems: Record<string, string>
  /** Fields whose value is stored: an empty one stays as it is. */
  stored?: Record<string, boolean>
}

/** The fields that the merchant copies from the shop, with the names that the shop gives them. */
export function ShopFields(props: Props) {
  return fieldsOf[props.platform].map(field => <ShopField key={field.name} field={field} {...props} />)
}

function ShopField({ field, platform, entered, change, problems, stored = {} }: Props & { field: Field }) {
  const texts = useTexts('connections')
  const steps = useTexts('connection-steps')
  const { name, isSecret, isOptional, type } = field
  const labels: Record<Platform, Record<string, { label: string; hint: string }>> = steps.fields
  const { label = name, hint } = labels[platform][name] ?? {}
  const common = {
    label,
    description: stored[name] && entered[name] === undefined ? texts.settings.stored : hint,
    error: problems[name],
    value: entered[name] ?? '',
    required: !isOptional && !stored[name],
    withAsterisk: false,
    autoComplete: 'off',
    spellCheck: false,
    'data-shop-field': true,
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ ...entered, [name]: event.currentTarget.value }),
  }
  // Not a password of the browser's: it would offer to save it, or fill in that of the dashboard.
  if (isSecret) return <PasswordInput {...common} autoComplete="new-password" />
  return <TextInput {...common} inputMode={type} />
}
