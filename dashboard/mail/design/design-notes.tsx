import { Alert, Progress, Stack, Text } from '@mantine/core'
import { useFormats, useTexts } from '../../words/words.tsx'
import type { RenderedMail } from '../content.ts'
import { type Block, isComplete, leadsToForm } from './blocks.ts'

type Props = { design: Block[]; whole: string | undefined; preview: RenderedMail | undefined }

const manyPictures = 5

/** The size of the mail, and what is wrong or unwise about the design as a whole. */
export function DesignNotes({ design, whole, preview }: Props) {
  const texts = useTexts('mail-design')
  const hasNoWay = !design.some(block => leadsToForm(block) && isComplete(block))
  const pictures = design.filter(({ type }) => type === 'picture').length
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {texts.footer}
      </Text>
      {preview && <Size preview={preview} />}
      {hasNoWay && <Note color="red">{texts.noWay}</Note>}
      {whole && !hasNoWay && <Note color="red">{whole}</Note>}
      {pictures >= manyPictures && <Note color="yellow">{texts.manyPictures({ count: pictures })}</Note>}
    </Stack>
  )
}

function Size({ preview: { bytes, most_bytes } }: { preview: RenderedMail }) {
  const texts = useTexts('mail-design')
  const { number } = useFormats()
  const kilobytes = (count: number) =>
    number(count / 1_000, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
  const isNear = bytes > most_bytes * 0.8
  return (
    <>
      <Text size="xs" c="dimmed">
        {texts.size({ size: kilobytes(bytes), most: kilobytes(most_bytes) })}
      </Text>
      <Progress
        value={(bytes / most_bytes) * 100}
        size="xs"
        color={isNear ? 'yellow' : 'green'}
        aria-hidden="true"
      />
      {isNear && <Note color="yellow">{texts.nearlyTooLarge}</Note>}
    </>
  )
}

function Note({ color, children }: { color: 'red' | 'yellow'; children: string }) {
  return (
    <Alert color={color} variant="light" p="xs" role="status">
      <Text size="sm">{children}</Text>
    </Alert>
  )
}
