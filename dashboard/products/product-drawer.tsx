import { Anchor, Button, Divider, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useReturnFocus } from '../parts/dialog.tsx'
import { ErrorPanel } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { fillText, textFor } from '../words/entries.ts'
import { useCommonTexts, useFormats, useTexts } from '../words/words.tsx'
import { Distribution } from './distribution.tsx'
import { GroupSection } from './group-section.tsx'
import { Picture } from './picture.tsx'
import { ProductDialog } from './product-form.tsx'
import classes from './products.module.css'
import { type Details, useProduct } from './query.ts'
import { Rating } from './rating.tsx'

/** Everything about one product, beside the list. */
export function ProductDrawer({
  productId,
  close,
  open,
}: {
  productId: string
  close: () => void
  open: (productId: string) => void
}) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  const query = useProduct(productId)
  useReturnFocus()
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={texts.product}
      closeButtonProps={{ 'aria-label': common.close }}
      radius={0}
    >
      {query.isPending && <Waiting />}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      {query.data && <About key={productId} product={query.data} open={open} />}
    </Drawer>
  )
}

function About({ product, open }: { product: Details; open: (productId: string) => void }) {
  return (
    <Stack gap="lg" pb="xl">
      <Head product={product} />
      <Shown product={product} />
      <GroupSection product={product} open={open} />
      <History product={product} />
    </Stack>
  )
}

function Head({ product }: { product: Details }) {
  const texts = useTexts('products')
  const { date } = useFormats()
  const { isOwner } = useStore()
  const [edits, setEdits] = useState(false)
  const isPage = /^https?:\/\//i.test(product.url)
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Picture pictures={product.pictures} size={88} />
      <Stack gap={6} style={{ minWidth: 0, flex: 1 }}>
        <Title order={2} size="h3" className={classes.fine}>
          {product.name || product.product_id}
        </Title>
        <Text size="sm" c="dimmed" className={classes.fine}>
          {product.product_id}
          {product.sku && ` · ${texts.sku} ${product.sku}`} ·{' '}
          {texts.since({ date: date(product.created_at) })}
        </Text>
        <Group gap="sm">
          {isPage && (
            <Anchor href={product.url} target="_blank" rel="noreferrer" size="sm">
              {texts.page} <Icon name="external" size={13} />
            </Anchor>
          )}
          {isOwner && (
            <Button variant="default" size="compact-sm" onClick={() => setEdits(true)}>
              {texts.edit}
            </Button>
          )}
        </Group>
      </Stack>
      {edits && (
        <ProductDialog product={product} close={() => setEdits(false)} done={() => setEdits(false)} />
      )}
    </Group>
  )
}

/** The figures of the widgets: of its group, where it has one. */
function Shown({ product }: { product: Details }) {
  const texts = useTexts('products')
  const { store_id } = useStore()
  const shown = product.group ?? product
  const filter = new URLSearchParams({ state: 'published', product_id: product.product_id })
  return (
    <section aria-labelledby="shown">
      <Stack gap="sm">
        <div>
          <Title order={3} size="h5" id="shown">
            {texts.shown}
          </Title>
          {product.group && (
            <Text size="sm" c="dimmed">
              {texts.shownGroup({ count: product.group.products })}
            </Text>
          )}
        </div>
        <Group gap="md">
          <Rating figures={shown} size={20} />
          <Text size="sm" c="dimmed">
            {texts.questionCount({ count: shown.questions })}
          </Text>
        </Group>
        {shown.total > 0 && <Distribution figures={shown} />}
        {product.group && shown.total > 0 && (
          <Text size="sm" c="dimmed">
            {product.total > 0
              ? texts.own({ reviews: texts.reviews({ count: product.total }) })
              : texts.ownNone}
          </Text>
        )}
        <Group gap="md">
          <Anchor component={Link} to={`/${store_id}/reviews?${filter}`} size="sm">
            {texts.toReviews}
          </Anchor>
          <Anchor component={Link} to={`/${store_id}/questions?${filter}`} size="sm">
            {texts.toQuestions}
          </Anchor>
        </Group>
      </Stack>
    </section>
  )
}

function History({ product }: { product: Details }) {
  const texts = useTexts('products')
  const { actors } = useTexts('moderation')
  const told = ({ action, fields }: Details['history'][number]) => {
    const did = textFor(texts.did, action)
    const named = fields.map(name => textFor(texts.fields, name) ?? name).join(', ')
    return did ? fillText(did, { fields: named }) : action
  }
  const { instant } = useFormats()
  if (product.history.length === 0) return null
  return (
    <div>
      <Divider label={texts.history} labelPosition="left" mb="xs" />
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {product.history.map(one => (
          <Text key={one.at + one.action} size="sm" component="li" c="dimmed">
            {instant(one.at)} — {textFor(actors, one.who) ?? one.who} {told(one)}
          </Text>
        ))}
      </Stack>
    </div>
  )
}

function Waiting() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton height={88} radius="md" />
      <Skeleton height={160} radius="md" />
      <Skeleton height={100} radius="md" />
    </Stack>
  )
}
