import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'
import { BlockFields } from './block-fields.tsx'
import type { Block } from './blocks.ts'
import type { Blocks } from './use-blocks.ts'

type Props = {
  block: Block
  language: string
  place: number
  count: number
  error: string | undefined
  blocks: Blocks
  mostWords: number
  placeholders: string[]
  logo: string
}

/** A block with its fields, and buttons to move and remove it. */
export function BlockCard({ block, place, count, blocks, ...props }: Props) {
  const texts = useTexts('mail-design')
  const { isOwner } = useStore()
  const id = useId()
  const name = texts.numbered({ number: place + 1, block: texts.types[block.type] })
  return (
    <Paper withBorder radius="md" p="sm" role="group" aria-labelledby={id}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text fw={600} size="sm" id={id}>
            {name}
          </Text>
          {isOwner && (
            <Group gap={4} wrap="nowrap">
              <BlockButton
                icon="up"
                part="up"
                label={texts.moveUp({ block: name })}
                disabled={place === 0}
                act={() => blocks.move(place, place - 1)}
              />
              <BlockButton
                icon="down"
                part="down"
                label={texts.moveDown({ block: name })}
                disabled={place === count - 1}
                act={() => blocks.move(place, place + 1)}
              />
              <BlockButton
                icon="close"
                part="remove"
                label={texts.remove({ block: name })}
                act={() => blocks.remove(place)}
              />
            </Group>
          )}
        </Group>
        <BlockFields
          {...props}
          block={block}
          change={(changed, typedIn) => blocks.edit(place, changed, typedIn)}
        />
      </Stack>
    </Paper>
  )
}

type ButtonProps = { icon: IconName; part: string; label: string; disabled?: boolean; act: () => void }

function BlockButton({ icon, part, label, disabled = false, act }: ButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      data-part={part}
      aria-label={label}
      disabled={disabled}
      onClick={act}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  )
}
