import { Anchor, Button, Divider, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { fillText } from '../../texts/sentences.ts'
import { useReturnFocus } from '../parts/dialogs/dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { AsksSection } from './asks-section.tsx'
import { Distribution } from './distribution.tsx'
import { GroupSection } from './group-section.tsx'
import { Picture } from './picture.tsx'
import { ProductDialog } from './product-form.tsx'
import classes from './products.module.css'
import { type Details, hasName, useProduct } from './query.ts'
import { Rating } from './rating.tsx'

/** A product's details in a drawer beside the list. */
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
  const query = useProduct(productId)
  useReturnFocus()
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={texts.product} radius={0}>
      {query.isPending && <DrawerSkeleton />}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      {query.data && <ProductContent key={productId} product={query.data} open={open} />}
    </Drawer>
  )
}

function ProductContent({ product, open }: { product: Details; open: (productId: string) => void }) {
  return (
    <Stack gap="lg" pb="xl">
      <Head product={product} />
      <WidgetFigures product={product} />
      <AsksSection product={product} />
      <GroupSection product={product} open={open} />
      <History product={product} />
    </Stack>
  )
}

function Head({ product }: { product: Details }) {
  const texts = useTexts('products')
  const { date } = useFormats()
  const { isOwner } = useStore()
  const [isEditing, setEditing] = useState(false)
  const hasPage = /^https?:\/\//i.test(product.url)
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <Picture pictures={product.pictures} size={88} />
      <Stack gap={6} style={{ minWidth: 0, flex: 1 }}>
        <Title order={2} size="h3" className={classes.wrap}>
          {product.name || product.product_id}
        </Title>
        <Text size="sm" c="dimmed" className={classes.wrap}>
          {[
            hasName(product) && product.product_id,
            product.sku && `${texts.sku} ${product.sku}`,
            texts.since({ date: date(product.created_at) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <Group gap="sm">
          {hasPage && (
            <Anchor href={product.url} target="_blank" rel="noreferrer" size="sm">
              {texts.page} <Icon name="external" size={13} />
            </Anchor>
          )}
          {isOwner && (
            <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
              {texts.edit}
            </Button>
          )}
        </Group>
      </Stack>
      {isEditing && (
        <ProductDialog product={product} close={() => setEditing(false)} onSaved={() => setEditing(false)} />
      )}
    </Group>
  )
}

/** The figures that widgets display: the group's if the product is in one, else its own. */
function WidgetFigures({ product }: { product: Details }) {
  const texts = useTexts('products')
  const figures = product.group ?? product
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
          <Rating figures={figures} size={20} />
          <Text size="sm" c="dimmed">
            {texts.questionCount({ count: figures.questions })}
          </Text>
        </Group>
        {figures.total > 0 && <Distribution figures={figures} />}
        {product.group && figures.total > 0 && (
          <Text size="sm" c="dimmed">
            {product.total > 0
              ? texts.own({ reviews: texts.reviews({ count: product.total }) })
              : texts.ownNone}
          </Text>
        )}
        <ModerationLinks productId={product.product_id} />
      </Stack>
    </section>
  )
}

/** Links to the product's published reviews and questions. */
function ModerationLinks({ productId }: { productId: string }) {
  const texts = useTexts('products')
  const { store_id } = useStore()
  const filter = new URLSearchParams({ state: 'published', product_id: productId })
  return (
    <Group gap="md">
      <Anchor component={Link} to={`/${store_id}/reviews?${filter}`} size="sm">
        {texts.toReviews}
      </Anchor>
      <Anchor component={Link} to={`/${store_id}/questions?${filter}`} size="sm">
        {texts.toQuestions}
      </Anchor>
    </Group>
  )
}

function History({ product }: { product: Details }) {
  const texts = useTexts('products')
  const { actors } = useTexts('moderation')
  const describe = ({ action, fields }: Details['history'][number]) => {
    const template = textFor(texts.did, action)
    const fieldNames = fields.map(name => textFor(texts.fields, name) ?? name).join(', ')
    return template ? fillText(template, { fields: fieldNames }) : action
  }
  const { instant } = useFormats()
  if (product.history.length === 0) return null
  return (
    <div>
      <Divider label={texts.history} labelPosition="left" mb="xs" />
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {product.history.map(entry => (
          <Text key={entry.at + entry.action} size="sm" component="li" c="dimmed">
            {instant(entry.at)} — {textFor(actors, entry.who) ?? entry.who} {describe(entry)}
          </Text>
        ))}
      </Stack>
    </div>
  )
}

function DrawerSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Skeleton height={88} radius="md" />
      <Skeleton height={160} radius="md" />
      <Skeleton height={100} radius="md" />
    </Stack>
  )
}
