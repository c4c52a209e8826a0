import { ActionIcon, Badge, Group, Paper, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'
import { Picture } from './picture.tsx'
import classes from './products.module.css'
import { type Product, useProductSearch } from './query.ts'
import { Rating } from './rating.tsx'

/** A product that is in a group or can be added to one. */
export type Variant = Omit<Product, 'group'> & { group?: Product['group'] }

/** Whether a product is in a group other than `ownGroup`. */
export const isInOtherGroup = ({ group }: Variant, ownGroup: string | undefined) =>
  group != null && group.id !== ownGroup

type Props = {
  picked: string[]
  isFull: boolean
  pick: (variant: Variant) => void
  ownGroup: string | undefined
}

/** Searches products and adds them to the group one at a time. */
export function VariantSearch({ picked, isFull, pick, ownGroup }: Props) {
  const texts = useTexts('products')
  const [text, setText] = useState('')
  const [searchText] = useDebouncedValue(text.trim(), 250)
  const { data } = useProductSearch(searchText)
  const results = data?.result.filter(({ product_id }) => !picked.includes(product_id)) ?? []
  if (isFull) return <Text size="sm">{texts.tooMany}</Text>
  return (
    <div>
      <TextInput
        type="search"
        aria-label={texts.searchVariants}
        placeholder={texts.searchVariants}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        maxLength={200}
        mb={6}
        data-autofocus
      />
      {data && results.length === 0 ? (
        <Text size="sm" c="dimmed" py="xs">
          {texts.nothingTitle}
        </Text>
      ) : (
        <SearchResults results={results} pick={pick} ownGroup={ownGroup} />
      )}
    </div>
  )
}

type SearchResultsProps = Pick<Props, 'pick' | 'ownGroup'> & { results: Variant[] }

function SearchResults({ results, pick, ownGroup }: SearchResultsProps) {
  const texts = useTexts('products')
  return (
    <Paper withBorder radius="md" style={{ maxHeight: 220, overflow: 'auto' }}>
      <ul className={classes.rows}>
        {results.map(product => (
          <VariantRow
            key={product.product_id}
            product={product}
            isInOtherGroup={isInOtherGroup(product, ownGroup)}
          >
            <ActionIcon
              variant="light"
              aria-label={texts.addVariant({ name: product.name || product.product_id })}
              onClick={() => pick(product)}
            >
              <Icon name="plus" size={16} />
            </ActionIcon>
          </VariantRow>
        ))}
      </ul>
    </Paper>
  )
}

/** A product as a list row, with its own figures rather than its group's. */
export function VariantRow({
  product,
  isInOtherGroup,
  children,
}: {
  product: Variant
  isInOtherGroup?: boolean
  children: ReactNode
}) {
  const texts = useTexts('products')
  return (
    <Group component="li" gap="sm" wrap="nowrap" px="sm" py={8} className={classes.variant}>
      <Picture pictures={product.pictures} size={32} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={500} className={classes.wrap}>
          {product.name || product.product_id}
        </Text>
        <Rating figures={product} size={12} />
        {isInOtherGroup && (
          <Badge color="yellow" mt={4}>
            {texts.inOther}
          </Badge>
        )}
      </div>
      {children}
    </Group>
  )
}
