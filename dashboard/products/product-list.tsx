import { Badge, Group, Paper, Stack, Table, Text, UnstyledButton } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import lists from '../parts/layout/lists.module.css'
import { useIsWideScreen } from '../parts/layout/wide-screen.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { Picture } from './picture.tsx'
import classes from './products.module.css'
import { hasName, type Product } from './query.ts'
import { Rating } from './rating.tsx'

type Props = { products: Product[]; chosen: string | null; open: (product: Product) => void }

/** The product list: a table on wide screens, cards on narrow ones. */
export function ProductList(props: Props) {
  return useIsWideScreen() ? <ProductTable {...props} /> : <ProductCards {...props} />
}

function ProductTable({ products, chosen, open }: Props) {
  const texts = useTexts('products')
  return (
    <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.product}</Table.Th>
            <Table.Th>{texts.rating}</Table.Th>
            <Table.Th ta="end">{texts.questions}</Table.Th>
            <Table.Th>{texts.group}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {products.map(product => (
            <Row
              key={product.product_id}
              product={product}
              isChosen={product.product_id === chosen}
              open={open}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

type RowProps = { product: Product; isChosen: boolean; open: (product: Product) => void }

function Row({ product, isChosen, open }: RowProps) {
  const { number } = useFormats()
  return (
    <Table.Tr
      className={lists.row}
      data-active={isChosen || undefined}
      data-product={product.product_id}
      onClick={() => open(product)}
    >
      <Table.Td>
        <ProductName product={product} open={open} />
      </Table.Td>
      <Table.Td>
        <Rating figures={product} />
      </Table.Td>
      <Table.Td ta="end">
        {product.questions > 0 ? (
          number(product.questions)
        ) : (
          <Text span c="dimmed" size="sm">
            –
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <GroupBadge product={product} />
        <UnaskedBadge product={product} />
      </Table.Td>
    </Table.Tr>
  )
}

function ProductName({ product, open }: Pick<RowProps, 'product' | 'open'>) {
  return (
    <Group gap="md" wrap="nowrap">
      <Picture pictures={product.pictures} />
      <div style={{ minWidth: 0 }}>
        <UnstyledButton
          className={classes.name}
          onClick={event => {
            event.stopPropagation()
            open(product)
          }}
        >
          {product.name || product.product_id}
        </UnstyledButton>
        <ProductId product={product} />
      </div>
    </Group>
  )
}

/** The ID below a name. Without a name, the ID is in its place already. */
function ProductId({ product }: { product: Product }) {
  if (!hasName(product)) return null
  return (
    <Text size="xs" c="dimmed" className={classes.wrap}>
      {product.product_id}
    </Text>
  )
}

function ProductCards({ products, chosen, open }: Props) {
  const texts = useTexts('products')
  return (
    <ul className={lists.list}>
      {products.map(product => (
        <Paper
          component="li"
          key={product.product_id}
          withBorder
          radius="lg"
          className={lists.card}
          data-active={product.product_id === chosen || undefined}
          data-product={product.product_id}
        >
          <UnstyledButton className={classes.card} onClick={() => open(product)}>
            <Group gap="md" wrap="nowrap" align="flex-start">
              <Picture pictures={product.pictures} size={56} />
              <Stack gap={4} style={{ minWidth: 0 }}>
                <span className={classes.name}>{product.name || product.product_id}</span>
                <ProductId product={product} />
                <Rating figures={product} />
                {product.questions > 0 && (
                  <Text size="sm" c="dimmed">
                    {texts.questionCount({ count: product.questions })}
                  </Text>
                )}
                <GroupBadge product={product} />
                <UnaskedBadge product={product} />
              </Stack>
            </Group>
          </UnstyledButton>
        </Paper>
      ))}
    </ul>
  )
}

/** A badge for products that review requests leave out. */
function UnaskedBadge({ product }: { product: Product }) {
  const texts = useTexts('products')
  if (product.asks_for_reviews) return null
  return (
    <Badge variant="default" tt="none">
      {texts.unasked}
    </Badge>
  )
}

/** A badge for products in a group, with the group's rating, which the product's page shows. */
function GroupBadge({ product: { group } }: { product: Product }) {
  const texts = useTexts('products')
  const { number } = useFormats()
  if (!group) return null
  const average = number(group.average, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <Stack gap={2} align="flex-start">
      <Badge leftSection={<Icon name="group" size={12} />}>{texts.groupOf({ count: group.products })}</Badge>
      {group.total > 0 && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {texts.shows({ average, reviews: texts.reviews({ count: group.total }) })}
        </Text>
      )}
    </Stack>
  )
}
