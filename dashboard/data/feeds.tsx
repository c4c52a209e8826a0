import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { mostFeeds } from '../../server/exchange/feeds/most-feeds.ts'
import { CopyableValue } from '../parts/copying/copyable-value.tsx'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { ErrorAlert, ErrorPanel } from '../parts/errors.tsx'
import lists from '../parts/layout/lists.module.css'
import { Section } from '../parts/layout/section.tsx'
import { Choice } from '../parts/pickers/choice.tsx'
import { useFormats, useTexts } from '../words/words.tsx'
import classes from './data.module.css'
import { type Feed, type FeedFormat, useFeedActions, useFeeds } from './feeds-query.ts'
import { ProductAddresses } from './product-addresses.tsx'

const formats = ['google', 'meta'] as const

/** Creates feeds for other services. The address of a new feed is displayed once. */
export function Feeds() {
  const texts = useTexts('data').feeds
  const [format, setFormat] = useState<FeedFormat>('google')
  const { create } = useFeedActions()
  const { data } = useFeeds()
  const made = create.data
  const isThere = data?.result.some(({ feed_id }) => feed_id === made?.feed_id)
  const isFull = data !== undefined && data.result.length >= mostFeeds
  return (
    <div className={classes.sides}>
      <Stack gap="lg">
        <Section title={texts.newTitle} lead={texts.lead}>
          <Choice
            fullWidth
            label={texts.service}
            values={formats}
            texts={texts.formats}
            value={format}
            choose={setFormat}
          />
          <Text c="dimmed" size="sm">
            {texts.leads[format]}
          </Text>
          <Group>
            <Button loading={create.isPending} disabled={isFull} onClick={() => create.mutate(format)}>
              {texts.create}
            </Button>
          </Group>
          {made && isThere && <CopyableValue label={texts.address} value={made.url} hint={texts.once} />}
          {isFull ? (
            <Text size="sm">{texts.full({ most: mostFeeds })}</Text>
          ) : (
            <ErrorAlert error={create.error} />
          )}
        </Section>
        <ProductAddresses />
      </Stack>
      <FeedList />
    </div>
  )
}

function FeedList() {
  const texts = useTexts('data').feeds
  const { data, error, refetch } = useFeeds()
  const { remove } = useFeedActions()
  const [feedToDelete, setFeedToDelete] = useState<Feed>()
  return (
    <Section title={texts.title}>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton h={120} />}
      {data?.result.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.result.map(feed => (
          <FeedRow key={feed.feed_id} feed={feed} remove={() => setFeedToDelete(feed)} />
        ))}
      </Stack>
      <ErrorAlert error={remove.error} />
      <ConfirmDialog
        title={feedToDelete && texts.deleteTitle}
        message={texts.deleteLead}
        confirmLabel={texts.delete}
        busy={remove.isPending}
        close={() => setFeedToDelete(undefined)}
        confirm={() =>
          feedToDelete && remove.mutate(feedToDelete.feed_id, { onSettled: () => setFeedToDelete(undefined) })
        }
      />
    </Section>
  )
}

function FeedRow({ feed, remove }: { feed: Feed; remove: () => void }) {
  const texts = useTexts('data').feeds
  const { instant, labelled } = useFormats()
  const { format, parts, created_at, read_at } = feed
  return (
    <Group
      component="li"
      justify="space-between"
      align="flex-start"
      wrap="nowrap"
      py="sm"
      className={lists.lined}
    >
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{texts.formats[format]}</Text>
        <Text size="sm" c="dimmed" mt={4}>
          {labelled(texts.created, instant(created_at))}
          <br />
          {labelled(texts.read, read_at ? instant(read_at) : texts.never)}
        </Text>
        {parts > 1 && (
          <Text size="sm" mt={4}>
            {texts.parts({ parts: String(parts), last: `?part=${parts}` })}
          </Text>
        )}
      </div>
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        flex="none"
        aria-label={labelled(texts.delete, texts.formats[format])}
        onClick={remove}
      >
        {texts.delete}
      </Button>
    </Group>
  )
}
