import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { stateColors } from '../../parts/queue/state-colors.ts'
import { reasonText } from '../../parts/request-reason.ts'
import { Stars } from '../../parts/stars.tsx'
import { useStore } from '../../store.tsx'
import { useSettings } from '../../store-settings.ts'
import { textFor } from '../../words/entries.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import type { ImportJob } from '../query.ts'
import classes from './preview.module.css'

type Preview = NonNullable<ImportJob['preview']>
type PreviewedRow = Preview['rows'][number]
type PreviewedOrder = Preview['orders'][number]

/** Some of what the trial would import, as it will be in the store. */
export function PreviewOfFile({ importJob }: { importJob: ImportJob }) {
  const texts = useTexts('data').preview
  const { kind, preview } = importJob
  if (kind === 'archive' || !preview || preview.rows.length + preview.orders.length === 0) return null
  const undated = importJob.reading?.undated ?? null
  return (
    <Stack component="section" gap="sm" aria-label={texts.title[kind]}>
      <div>
        <Title order={3} size="h4">
          {texts.title[kind]}
        </Title>
        <Text size="sm" c="dimmed" mt={4} maw={560}>
          {texts.lead}
        </Text>
        {kind === 'order' && <PausedHint />}
      </div>
      <ul className={classes.cards}>
        {preview.rows.map(row => (
          <ContentCard key={row.row} one={row} undated={undated} />
        ))}
        {preview.orders.map(order => (
          <OrderCard key={order.row} order={order} />
        ))}
      </ul>
    </Stack>
  )
}

/** Nothing leaves while the store's requests are paused. */
function PausedHint() {
  const texts = useTexts('data').preview
  const { data } = useSettings()
  if (!data?.requests_paused) return null
  return (
    <Text size="sm" mt={4}>
      {texts.paused}
    </Text>
  )
}

function Card({ children }: { children: ReactNode }) {
  return (
    <Paper component="li" withBorder radius="md" className={classes.card}>
      {children}
    </Paper>
  )
}

function ContentCard({ one, undated }: { one: PreviewedRow; undated: string | null }) {
  const texts = useTexts('data')
  const reviewTexts = useTexts('reviews')
  const { date, day } = useFormats()
  const { rating, title, body } = one
  const writtenAt = one.created_at ? date(one.created_at) : undated ? day(undated) : texts.preview.noDate
  return (
    <Card>
      <Group gap="xs" justify="space-between">
        {rating === null ? <span /> : <Stars rating={rating} label={reviewTexts.starsOf({ rating })} />}
        <Badge size="sm" color={stateColors[one.state]}>
          {reviewTexts.state[one.state]}
        </Badge>
      </Group>
      {title && <Text fw={600}>{title}</Text>}
      {body ? (
        <Text size="sm" className={classes.text} lineClamp={6}>
          {body}
        </Text>
      ) : (
        !title && (
          <Text size="sm" c="dimmed">
            {texts.preview.noText}
          </Text>
        )
      )}
      <Pictures urls={one.pictures} more={one.more_pictures} />
      <Facts>
        {[
          one.display_name.trim() || reviewTexts.anonymous,
          one.product_name ?? (one.product_id || reviewTexts.subjects.store),
          writtenAt,
          one.verified_purchase && texts.preview.verified,
          texts.rowNumber({ row: one.row }),
        ]}
      </Facts>
      {one.reply && <Reply text={one.reply} />}
    </Card>
  )
}

function Facts({ children }: { children: (string | false)[] }) {
  return (
    <Text size="xs" c="dimmed" className={classes.text}>
      {children.filter(Boolean).join(' · ')}
    </Text>
  )
}

function Reply({ text }: { text: string }) {
  const texts = useTexts('data')
  return (
    <div className={classes.reply}>
      <Text size="xs" fw={600}>
        {texts.fields.reply}
      </Text>
      <Text size="sm" className={classes.text} lineClamp={4}>
        {text}
      </Text>
    </div>
  )
}

function Pictures({ urls, more }: { urls: string[]; more: number }) {
  if (urls.length === 0) return null
  return (
    <Group gap={6}>
      {urls.map((url, index) => (
        <Picture key={url} url={url} number={index + 1} />
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          +{more}
        </Text>
      )}
    </Group>
  )
}

/**
 * A picture from its address of origin, and a quiet place with its host where it does not load. Over https alone: a file
 * of strangers must not make the browser ask addresses of the merchant's own network, which hardly ever have certificates.
 */
function Picture({ url, number }: { url: string; number: number }) {
  const texts = useTexts('data').preview
  const reviewTexts = useTexts('reviews')
  const [isMissing, setMissing] = useState(!/^https:/i.test(url))
  const host = URL.parse(url)?.host ?? url
  if (isMissing)
    return (
      <span className={classes.missing} role="img" aria-label={texts.noPicture({ host })} title={url}>
        {host}
      </span>
    )
  return (
    <img
      src={url}
      alt={reviewTexts.picture({ index: number })}
      className={classes.picture}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setMissing(true)}
    />
  )
}

function OrderCard({ order }: { order: PreviewedOrder }) {
  const dataTexts = useTexts('data')
  const texts = dataTexts.preview
  const { date } = useFormats()
  const isPart = order.outcome !== 'waiting' && order.products.some(({ waits }) => waits)
  return (
    <Card>
      <Group gap="xs" justify="space-between">
        <Text fw={600} className={classes.text}>
          {order.order_id}
        </Text>
        <Badge size="sm" color={outcomeColors[order.outcome]}>
          {texts.outcomes[order.outcome]}
        </Badge>
      </Group>
      <Facts>
        {[order.buyer || texts.noName, date(order.order_date), dataTexts.rowNumber({ row: order.row })]}
      </Facts>
      <ul className={classes.lines}>
        {order.products.map(({ product_id, name, waits }) => (
          <li key={product_id}>
            <Text size="sm" c="dimmed" className={classes.text}>
              {name || product_id}
              {isPart && waits && ` · ${texts.lineWaits}`}
            </Text>
          </li>
        ))}
        {order.more_products > 0 && (
          <li>
            <Text size="sm" c="dimmed">
              {texts.moreProducts({ count: order.more_products })}
            </Text>
          </li>
        )}
      </ul>
      <RequestOfOrder order={order} />
    </Card>
  )
}

const outcomeColors = {
  scheduled: 'blue',
  waiting: 'yellow',
  expired: 'gray',
  not_asked: 'gray',
  suppressed: 'gray',
  updated: 'teal',
} as const

/** When its request leaves, or why none does. */
function RequestOfOrder({ order: { outcome, due_at, reasons } }: { order: PreviewedOrder }) {
  const texts = useTexts('data').preview
  const [orderTexts, schedule] = [useTexts('orders'), useTexts('schedule')]
  const { instant } = useFormats()
  const { time_zone } = useStore()
  const suppression = String(reasons[0]?.values?.why ?? '')
  const why =
    outcome === 'suppressed'
      ? (textFor(orderTexts.suppressions, suppression) ?? suppression)
      : reasonText(reasons, orderTexts, schedule)
  const said = [due_at && texts.leaves({ when: instant(due_at) }), why, texts.why[outcome]]
  return (
    <Text size="sm" className={classes.text} title={due_at ? time_zone : undefined}>
      {said.filter(Boolean).join(' · ')}
    </Text>
  )
}
