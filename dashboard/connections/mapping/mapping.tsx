import { Anchor, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MappedOrders } from '../../../server/api/dashboard/connections/connection-schemas.ts'
import { isPreset, presets } from '../../../server/links/connections/generic/presets.ts'
import { post, storePath, type Wire } from '../../api.ts'
import { ErrorAlert } from '../../parts/errors.tsx'
import { offsetAt } from '../../parts/time-zone.ts'
import { useStore } from '../../store.tsx'
import { useLanguage, useTexts } from '../../words/words.tsx'
import classes from '../connections.module.css'
import { guessMapping } from './guess-mapping.ts'
import { MappingResult } from './mapping-result.tsx'

export type MappingDraft = { sample: string; fields: Record<string, string> }

/** Without these no order can be read. */
const needed = ['order_id', 'ordered_at', 'delivered_at', 'customer_email', 'products', 'product_id'] as const
const usual = ['orders', ...needed, 'customer_name', 'product_name'] as const
const others = [
  ...(['shipped_at', 'is_cancelled', 'when', 'changed_at', 'customer_phone', 'language'] as const),
  'currency',
  ...(['product_sku', 'product_price', 'product_url', 'product_picture', 'product_gtin'] as const),
  ...(['product_variant_id', 'product_shipped_at', 'product_delivered_at', 'product_is_returned'] as const),
  ...(['product_is_asked', 'product_is_gift_card'] as const),
  ...(['parcels', 'parcel_delivered_at', 'parcel_shipped_at', 'parcel_lines', 'parcel_line_id'] as const),
  ...(['parcel_quantity', 'product_line_id', 'product_quantity', 'product_returned_quantity'] as const),
] as const
type Name = (typeof usual)[number] | (typeof others)[number]

const days = [
  ...['shipped_at', 'product_shipped_at', 'product_delivered_at'],
  ...['parcel_shipped_at', 'parcel_delivered_at'],
]

/** The needed fields that are empty. An order without a day of delivery needs one of shipping. */
function missingIn(fields: MappingDraft['fields']): readonly (typeof needed)[number][] {
  const has = (name: string) => Boolean(fields[name]?.trim())
  const hasDay = days.some(has)
  return needed.filter(name => !has(name) && !(name === 'delivered_at' && hasDay))
}

/** The options of the connection: what is filled in, and an empty text for what was cleared. */
export function optionsOf({ fields }: MappingDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]))
}

export type MappingProps = { draft: MappingDraft; change: (draft: MappingDraft) => void }

/** A sample of an order, and where its fields are, with what the mapping finds in it. Open while a field is missing. */
export function Mapping(props: MappingProps) {
  const texts = useTexts('connections').mapping
  const [isIncomplete] = useState(() => missingIn(props.draft.fields).length > 0)
  return (
    <details open={isIncomplete || undefined}>
      <Text component="summary" size="sm" fw={600}>
        {texts.title}
      </Text>
      <MappingSample {...props} />
      <MappingFields {...props} />
    </details>
  )
}

/** A ready mapping fills the fields, which can still be changed. */
function PresetChoice({ draft, change }: MappingProps) {
  const texts = useTexts('connections').mapping
  const chosen = Object.entries(presets).find(([, { options }]) =>
    Object.entries(options).every(([name, path]) => draft.fields[name] === path),
  )
  return (
    <Select
      label={texts.preset}
      description={texts.presetHint}
      placeholder={texts.presetNone}
      data={Object.entries(presets).map(([value, { title }]) => ({ value, label: title }))}
      value={chosen?.[0] ?? null}
      allowDeselect={false}
      onChange={name =>
        name && isPreset(name) && change({ ...draft, fields: { ...draft.fields, ...presets[name].options } })
      }
    />
  )
}

/** A sample of an order, whose fields are proposed. */
export function MappingSample({ draft, change }: MappingProps) {
  const texts = useTexts('connections').mapping
  const { time_zone } = useStore()
  const noteOn = useNote()
  const [note, setNote] = useState('')
  const find = (sample: string) => {
    const found = guessMapping(sample, offsetAt(new Date(), time_zone))
    const fields = { ...draft.fields, ...found }
    setNote(found ? noteOn(Object.keys(found).length, fields) : texts.unreadable)
    change({ sample, fields })
  }
  return (
    <Stack gap="md" mt="md">
      <PresetChoice {...{ draft, change }} />
      <Textarea
        label={texts.sample}
        description={texts.sampleHint}
        value={draft.sample}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.code }}
        onChange={event => change({ ...draft, sample: event.currentTarget.value })}
      />
      <Group gap="sm">
        <Button variant="default" disabled={draft.sample.trim() === ''} onClick={() => find(draft.sample)}>
          {texts.find}
        </Button>
        <Button variant="subtle" onClick={() => find(example)}>
          {texts.example}
        </Button>
      </Group>
      <Text size="sm" aria-live="polite" className={classes.status}>
        {note}
      </Text>
    </Stack>
  )
}

/** What was found in a sample, and which needed fields are still empty. */
function useNote() {
  const { found, foundSome, fields: names } = useTexts('connections').mapping
  const { language } = useLanguage()
  return (count: number, fields: MappingDraft['fields']) => {
    const missing = missingIn(fields).map(name => names[name])
    if (missing.length === 0) return found({ count })
    const list = new Intl.ListFormat(language, { type: 'conjunction' })
    return foundSome({ found: found({ count }), fields: list.format(missing) })
  }
}

/** Where the fields of an order are, and a trial on the sample. */
export function MappingFields({ draft, change }: MappingProps) {
  const texts = useTexts('connections').mapping
  const trial = useTrial(draft)
  const filled = others.filter(name => draft.fields[name]?.trim()).length
  const wrong = trial.data?.problems.map(({ values }) => values?.field)
  const missing = missingIn(draft.fields)
  const enter = (name: Name, text: string) => {
    trial.reset() // its result is that of another mapping
    change({ ...draft, fields: { ...draft.fields, [name]: text } })
  }
  const field = (name: Name) => (
    <TextInput
      key={name}
      label={texts.fields[name]}
      withAsterisk={needed.some(one => one === name)}
      error={wrong?.includes(name)}
      value={draft.fields[name] ?? ''}
      spellCheck={false}
      autoComplete="off"
      classNames={{ root: isLong(draft.fields[name]) ? classes.long : '', input: classes.code }}
      data-shop-field={missing.some(one => one === name) || undefined}
      onChange={event => enter(name, event.currentTarget.value)}
    />
  )
  return (
    <Stack gap="md" mt="md">
      <Text size="sm" c="dimmed">
        {texts.needed}
      </Text>
      <div className={classes.mapping}>{usual.map(field)}</div>
      <details>
        <Text component="summary" size="sm" fw={600}>
          {filled > 0 ? texts.moreFilled({ count: filled }) : texts.moreFields}
        </Text>
        <div className={classes.mapping}>{others.map(field)}</div>
      </details>
      <Anchor href="https://docs.jsonata.org" target="_blank" rel="noreferrer" size="sm">
        {texts.reference}
      </Anchor>
      <Trial draft={draft} trial={trial} />
    </Stack>
  )
}

// Would not fit into a field of a column.
const isLong = (text = '') => text.length > 30

function useTrial(draft: MappingDraft) {
  const { store_id } = useStore()
  return useMutation({
    mutationFn: () =>
      post<Wire<MappedOrders>>(storePath(store_id, '/mapping-trials'), {
        options: optionsOf(draft),
        sample: draft.sample,
      }),
  })
}

function Trial({ draft, trial }: { draft: MappingDraft; trial: ReturnType<typeof useTrial> }) {
  const texts = useTexts('connections').mapping
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        loading={trial.isPending}
        disabled={draft.sample.trim() === ''}
        onClick={() => trial.mutate()}
      >
        {texts.try}
      </Button>
      <ErrorAlert error={trial.error} />
      <div aria-live="polite">{trial.data && <MappingResult result={trial.data} />}</div>
    </Stack>
  )
}

const example = `{
  "event": "order_changed",
  "order": {
    "number": 20417,
    "created": "2026-11-16T11:03:00-03:00",
    "buyer": { "name": "Ana Martins", "email": "ana@example.com" },
    "delivered": "2026-11-20T15:30:00-03:00",
    "items": [{ "product": 81, "title": "Moka pot, 6 cups", "price": "149.90" }]
  }
}`
