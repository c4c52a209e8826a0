import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { RulesPreview } from '../../../server/asking/orders/rules/preview.ts'
import type { RequestRule } from '../../../server/tenants/stores/settings/request-rules.ts'
import type { Wire } from '../../api.ts'
import { ErrorPanel } from '../../parts/errors.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Switch } from '../../parts/pickers/switch.tsx'
import { reasonText } from '../../parts/request-reason.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import classes from './rules.module.css'
import type { PreviewOfRules } from './use-preview.ts'

type Row = Wire<RulesPreview>['result'][number]
type Warning = Wire<RulesPreview>['warnings'][number]

const fewest = 8 // rows that are shown at first

/** What the draft would do with the newest orders: first what changes. */
export function RulesPreviewPanel({ preview, rules }: { preview: PreviewOfRules; rules: RequestRule[] }) {
  const texts = useTexts('rules')
  const { data, error, refetch, problems } = preview
  const [isAll, setAll] = useState(false)
  const [onlyChanged, setOnlyChanged] = useState(true)
  if (problems.size > 0)
    return (
      <Alert color="orange" variant="light">
        {texts.complete}
      </Alert>
    )
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={240} />
  const changed = data.result.filter(isChanged)
  const rows = onlyChanged ? changed : data.result
  const orders = new Set(data.result.map(({ order_id }) => order_id)).size
  return (
    <Stack gap="sm" component="section" aria-label={texts.preview}>
      {data.warnings.map(warning => (
        <WarningLine key={`${warning.rule} ${warning.name}`} {...{ warning, rules }} />
      ))}
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h6">
          {texts.preview}
        </Title>
        <Switch
          size="sm"
          label={texts.onlyChanged}
          checked={onlyChanged}
          onChange={event => setOnlyChanged(event.currentTarget.checked)}
        />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {orders === 0
          ? texts.noOrders
          : texts.changes({ orders, changed: new Set(changed.map(({ order_id }) => order_id)).size })}
      </Text>
      {rows.length > 0 && <Rows rows={isAll ? rows : rows.slice(0, fewest)} />}
      {rows.length > fewest && !isAll && (
        <Group>
          <Button variant="subtle" size="compact-md" onClick={() => setAll(true)}>
            {texts.showAll({ count: rows.length })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const isChanged = ({ now, then }: Row) =>
  now.rule !== then.rule || now.due_at !== then.due_at || now.state !== then.state

function Rows({ rows }: { rows: Row[] }) {
  const texts = useTexts('rules')
  return (
    <div className={classes.rows}>
      <div className={classes.head} aria-hidden>
        <span>{texts.order}</span>
        <span>{texts.now}</span>
        <span>{texts.withRules}</span>
      </div>
      <ul className={classes.list}>
        {rows.map((row, index) => (
          <li key={index} className={classes.row} data-changed={isChanged(row) || undefined}>
            <div className={classes.order}>
              <Text size="sm" fw={600} truncate title={row.order_id}>
                {row.order_id}
              </Text>
              <Text size="sm" c="dimmed" lineClamp={2}>
                {row.products.map(({ name, product_id }) => name || product_id).join(', ')}
              </Text>
            </div>
            <Outcome outcome={row.now} label={texts.now} isQuiet />
            <Outcome outcome={row.then} label={texts.withRules} isQuiet={!isChanged(row)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Outcome({ outcome, label, isQuiet }: { outcome: Row['now']; label: string; isQuiet: boolean }) {
  const texts = useTexts('rules')
  const orders = useTexts('orders')
  const schedule = useTexts('schedule')
  const { date } = useFormats()
  const { state, due_at, reasons } = outcome
  const what = state === 'scheduled' ? date(due_at) : state === 'expired' ? texts.tooOld : texts.notAsked
  return (
    <div>
      <span className={classes.label}>{label}</span>
      <Text size="sm" fw={isQuiet ? 400 : 600} {...(isQuiet && { c: 'dimmed' })}>
        {what}
      </Text>
      <Text size="xs" c="dimmed">
        {reasonText(reasons, orders, schedule)}
      </Text>
    </div>
  )
}

function WarningLine({ warning, rules }: { warning: Warning; rules: RequestRule[] }) {
  const texts = useTexts('rules')
  const nameOf = (at: number) => rules[at]?.name || texts.untitled({ number: at + 1 })
  const values = {
    rule: nameOf(warning.rule),
    earlier: nameOf(warning.by ?? 0),
    ids: (warning.ids ?? []).join(', '),
  }
  return (
    <Alert color="orange" variant="light" icon={<Icon name="info" size={18} />}>
      {texts.warnings[warning.name](values)}
    </Alert>
  )
}
