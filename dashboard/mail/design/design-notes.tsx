import { Alert, Progress, Stack, Text } from '@mantine/core'
import { designLimits, leadsToForm } from '../../../server/tenants/stores/settings/mail-blocks.ts'
import { useFormats, useTexts } from '../../words/words.tsx'
import type { RenderedMail } from '../content.ts'
import { type Block, isComplete } from './blocks.ts'

type Props = {
  design: Block[]
  mostBytes: number
  isRefused: boolean
  preview: RenderedMail | undefined
}

const manyPictures = 5

/** The size of the mail, and what is wrong or unwise about the design as a whole. */
export function DesignNotes({ design, mostBytes, isRefused, preview }: Props) {
  const texts = useTexts('mail-design')
  const pictures = design.filter(({ type }) => type === 'picture').length
  const mistake = useMistake(design, mostBytes, isRefused)
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {texts.footer}
      </Text>
      {preview && <Size bytes={preview.bytes} most={mostBytes} />}
      {mistake && <Note color="red">{mistake}</Note>}
      {pictures >= manyPictures && <Note color="yellow">{texts.manyPictures({ count: pictures })}</Note>}
    </Stack>
  )
}

// Mistakes that are not about one block. The server refuses what the other checks let pass only for its size.
function useMistake(design: Block[], mostBytes: number, isRefused: boolean): string | undefined {
  const texts = useTexts('mail-design')
  const kilobytes = useKilobytes()
  const written = design.map(block => ('text' in block ? block.text.length : 0)).reduce((a, b) => a + b, 0)
  if (!design.some(block => leadsToForm(block) && isComplete(block))) return texts.noWay
  if (written > designLimits.characters) return texts.tooLong({ most: designLimits.characters })
  return isRefused ? texts.tooLarge({ most: kilobytes(mostBytes) }) : undefined
}

function useKilobytes() {
  const { number } = useFormats()
  return (bytes: number) =>
    number(bytes / 1_000, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
}

function Size({ bytes, most }: { bytes: number; most: number }) {
  const texts = useTexts('mail-design')
  const kilobytes = useKilobytes()
  const isNear = bytes > most * 0.8
  return (
    <>
      <Text size="xs" c="dimmed">
        {texts.size({ size: kilobytes(bytes), most: kilobytes(most) })}
      </Text>
      <Progress
        value={(bytes / most) * 100}
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
