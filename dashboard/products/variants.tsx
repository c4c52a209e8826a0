import { ActionIcon, Badge, Group, Paper, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../words/words.tsx'
import { Picture } from './picture.tsx'
import classes from './products.module.css'
import { type Product, useFound } from './query.ts'
import { Rating } from './rating.tsx'

/** A product that is, or may come, into a group. */
export type Variant = Omit<Product, 'group'> & { group?: Product['group'] }

/** Whether it is in a group other than `ownGroup`. */
export const isElsewhere = ({ group }: Variant, ownGroup: string | undefined) =>
  group != null && group.id !== ownGroup

type Props = {
  picked: string[]
  full: boolean
  pick: (variant: Variant) => void
  ownGroup: string | undefined
}

/** Products that a text finds, to be picked one by one. */
export function Finder({ picked, full, pick, ownGroup }: Props) {
  const texts = useTexts('products')
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 250)
  const { data } = useFound(wanted)
  const others = data?.result.filter(({ product_id }) => !picked.includes(product_id)) ?? []
  if (full) return <Text size="sm">{texts.tooMany}</Text>
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
      {data && others.length === 0 ? (
        <Text size="sm" c="dimmed" py="xs">
          {texts.nothingTitle}
        </Text>
      ) : (
        <Found others={others} pick={pick} ownGroup={ownGroup} />
      )}
    </div>
  )
}

type FoundProps = Pick<Props, 'pick' | 'ownGroup'> & { others: Variant[] }

function Found({ others, pick, ownGroup }: FoundProps) {
  const texts = useTexts('products')
  return (
    <Paper withBorder radius="md" style={{ maxHeight: 220, overflow: 'auto' }}>
      <ul className={classes.rows}>
        {others.map(one => (
          <VariantRow key={one.product_id} product={one} isElsewhere={isElsewhere(one, ownGroup)}>
            <ActionIcon
              variant="light"
              aria-label={texts.addVariant({ name: one.name || one.product_id })}
              onClick={() => pick(one)}
            >
              <Icon name="plus" size={16} />
            </ActionIcon>
          </VariantRow>
        ))}
      </ul>
    </Paper>
  )
}

/** A product in one line, with its own figures. */
export function VariantRow({
  product,
  isElsewhere,
  children,
}: {
  product: Variant
  isElsewhere?: boolean
  children: ReactNode
}) {
  const texts = useTexts('products')
  return (
    <Group component="li" gap="sm" wrap="nowrap" px="sm" py={8} className={classes.variant}>
      <Picture pictures={product.pictures} size={32} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={500} className={classes.fine}>
          {product.name || product.product_id}
        </Text>
        <Rating figures={product} size={12} />
        {isElsewhere && (
          <Badge variant="light" color="yellow" mt={4}>
            {texts.inOther}
          </Badge>
        )}
      </div>
      {children}
    </Group>
  )
}
