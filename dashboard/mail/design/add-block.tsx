import { Button, Group, Text } from '@mantine/core'
import { useId } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { useTexts } from '../../words/words.tsx'
import classes from '../mail.module.css'
import { type Block, type BlockType, blockTypes, isFull } from './blocks.ts'

type Props = { design: Block[]; add: (type: BlockType) => void }

/** A button for each type of block, which adds one at the end. */
export function AddBlock({ design, add }: Props) {
  const texts = useTexts('mail-design')
  const id = useId()
  return (
    <fieldset className={classes.fields} aria-labelledby={id}>
      <Text size="sm" fw={500} id={id} mb={6}>
        {texts.add}
      </Text>
      <Group gap="xs">
        {blockTypes.map(type => (
          <Button
            key={type}
            size="compact-sm"
            variant="default"
            data-part="add"
            leftSection={<Icon name="plus" size={14} />}
            disabled={isFull(type, design)}
            onClick={() => add(type)}
          >
            {texts.types[type]}
          </Button>
        ))}
      </Group>
    </fieldset>
  )
}
