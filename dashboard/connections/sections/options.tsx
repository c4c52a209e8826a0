import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'
import type { Entered } from '../entered.ts'
import type { Connection } from '../query.ts'

export const optionNames = ['transit_days', 'product_id', 'delivered_status', 'marketplaces'] as const

type OptionsProps = {
  platform: Connection['platform']
  options: Entered
  change: (options: Entered) => void
  problems: Record<string, string>
}

/** How the orders of the shop are read, for those who need another way than the usual one. */
export function Options({ platform, options, change, problems }: OptionsProps) {
  const texts = useTexts('connections').settings
  const set = (name: string, value: string) => change({ ...options, [name]: value })
  return (
    <details>
      <Text component="summary" size="sm" fw={600}>
        {texts.more}
      </Text>
      <Stack gap="md" mt="md" maw={520}>
        <TransitDays days={options.transit_days} error={problems.transit_days} set={set} />
        {platform === 'woocommerce' && (
          <DeliveredStatus status={options.delivered_status} error={problems.delivered_status} set={set} />
        )}
        {platform !== 'generic' && (
          <Choice
            label={texts.product_id}
            names={texts.products}
            standard="product"
            value={options.product_id}
            choose={value => set('product_id', value)}
          />
        )}
        {(platform === 'nuvemshop' || platform === 'vtex') && (
          <Choice
            label={texts.marketplaces}
            names={texts.marketplace}
            standard="no"
            value={options.marketplaces}
            choose={value => set('marketplaces', value)}
          />
        )}
      </Stack>
    </details>
  )
}

type OptionProps = { error: string | undefined; set: (name: string, value: string) => void }

function DeliveredStatus({ status = '', error, set }: OptionProps & { status: string | undefined }) {
  const texts = useTexts('connections').settings
  return (
    <TextInput
      label={texts.delivered_status}
      description={texts.deliveredHint}
      value={status}
      error={error}
      onChange={event => set('delivered_status', event.currentTarget.value.trim())}
    />
  )
}

function TransitDays({ days = '', error, set }: OptionProps & { days: string | undefined }) {
  const texts = useTexts('connections').settings
  return (
    <TextInput
      label={texts.transit_days}
      description={texts.transitHint}
      inputMode="numeric"
      maxLength={2}
      value={days}
      error={error}
      onChange={event => set('transit_days', event.currentTarget.value.trim())}
    />
  )
}

function Choice({
  label,
  names,
  standard,
  value,
  choose,
}: {
  label: string
  names: Record<string, string>
  standard: string
  value: string | undefined
  choose: (value: string) => void
}) {
  return (
    <Select
      label={label}
      data={Object.entries(names).map(([name, text]) => ({ value: name, label: text }))}
      value={value || standard}
      allowDeselect={false}
      onChange={chosen => chosen && choose(chosen)}
    />
  )
}
