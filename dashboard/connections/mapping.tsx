import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { MappedOrders } from '../../server/dashboard/connections/connection-schemas.ts'
import { post, storePath, type Wire } from '../api.ts'
import { ErrorAlert } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './connections.module.css'
import { guessMapping } from './guess-mapping.ts'
import { MappingResult } from './mapping-result.tsx'

export type MappingDraft = { sample: string; fields: Record<string, string> }

/** Without these no order can be read. */
const needed = ['order_id', 'ordered_at', 'delivered_at', 'customer_email', 'products', 'product_id'] as const
const usual = ['orders', ...needed, 'customer_name', 'product_name'] as const
const others = [
  ...(['shipped_at', 'is_cancelled', 'when', 'changed_at', 'customer_phone', 'language'] as const),
  ...(['product_sku', 'product_price', 'product_url', 'product_picture', 'product_gtin'] as const),
  ...(['product_variant_id', 'product_shipped_at', 'product_delivered_at', 'product_is_returned'] as const),
] as const
type Name = (typeof usual)[number] | (typeof others)[number]

/** The options of the connection: what is filled in, and an empty text for what was cleared. */
export function optionsOf({ fields }: MappingDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]))
}

export type MappingProps = { draft: MappingDraft; change: (draft: MappingDraft) => void }

/** A sample of an order, and where its fields are, with what the mapping finds in it. */
export function Mapping(props: MappingProps) {
  return (
    <>
      <MappingSample {...props} />
      <MappingFields {...props} />
    </>
  )
}

/** A sample of an order, whose fields are proposed. */
export function MappingSample({ draft, change }: MappingProps) {
  const texts = useTexts('connections').mapping
  const [note, setNote] = useState('')
  const find = (sample: string) => {
    const found = guessMapping(sample)
    setNote(found ? texts.found({ count: Object.keys(found).length }) : texts.unreadable)
    change({ sample, fields: { ...draft.fields, ...found } })
  }
  return (
    <Stack gap="md" mt="md">
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
      <Text size="sm" role="status" className={classes.status}>
        {note}
      </Text>
    </Stack>
  )
}

/** Where the fields of an order are, and a trial on the sample. */
export function MappingFields({ draft, change }: MappingProps) {
  const texts = useTexts('connections').mapping
  const [wasOpen] = useState(() => others.some(name => draft.fields[name]))
  const field = (name: Name) => (
    <TextInput
      key={name}
      label={texts.fields[name]}
      withAsterisk={needed.some(one => one === name)}
      value={draft.fields[name] ?? ''}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes.code }}
      onChange={event => change({ ...draft, fields: { ...draft.fields, [name]: event.currentTarget.value } })}
    />
  )
  return (
    <Stack gap="md" mt="md">
      <Text size="sm" c="dimmed">
        {texts.needed}
      </Text>
      <div className={classes.mapping}>{usual.map(field)}</div>
      <details open={wasOpen || undefined}>
        <Text component="summary" size="sm" fw={600}>
          {texts.moreFields}
        </Text>
        <div className={classes.mapping}>{others.map(field)}</div>
      </details>
      <Anchor href="https://docs.jsonata.org" target="_blank" rel="noreferrer" size="sm">
        {texts.reference}
      </Anchor>
      <Trial draft={draft} />
    </Stack>
  )
}

function Trial({ draft }: { draft: MappingDraft }) {
  const texts = useTexts('connections').mapping
  const { store_id } = useStore()
  const trial = useMutation({
    mutationFn: () =>
      post<Wire<MappedOrders>>(storePath(store_id, '/mapping-trials'), {
        options: optionsOf(draft),
        sample: draft.sample,
      }),
  })
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
      <div role="status">{trial.data && <MappingResult result={trial.data} />}</div>
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
