import { Button, Group, Text } from '@mantine/core'
import { useId } from 'react'
import { useTexts } from '../../words/words.tsx'
import classes from '../mail.module.css'
import { type Block, type BlockTexts, type Layout, layouts } from './blocks.ts'

type Props = { texts: BlockTexts; begin: (design: Block[]) => void }

/** The layouts that a design begins with, filled with the texts of the mail's language. */
export function DesignStart({ texts: filled, begin }: Props) {
  const texts = useTexts('mail-design')
  const id = useId()
  return (
    <fieldset className={classes.fields} aria-labelledby={id}>
      <Text size="sm" fw={500} id={id}>
        {texts.begin}
      </Text>
      <Text size="sm" c="dimmed" mt={2} mb="xs">
        {texts.beginLead}
      </Text>
      <Group gap="xs">
        {Object.entries(layouts).map(([name, layout]) => (
          <Button
            key={name}
            size="sm"
            variant="default"
            data-part="layout"
            onClick={() => begin(layout(filled))}
          >
            {texts.layouts[name as Layout]}
          </Button>
        ))}
      </Group>
    </fieldset>
  )
}
