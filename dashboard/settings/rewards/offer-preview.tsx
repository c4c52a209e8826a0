import '@mantine/core/styles/Blockquote.css'
import { Blockquote, Text } from '@mantine/core'
import { useTexts } from '../../words/words.tsx'

/** The sentence that buyers read, with what is given in it. */
export function OfferPreview({ sentence, gives }: { sentence: string; gives: string | undefined }) {
  const texts = useTexts('rewards')
  const [before, after] = sentence.split('{gives}')
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {texts.preview}
      </Text>
      <Blockquote px="md" py="sm" dir="auto">
        <Text size="sm">
          {before}
          {gives?.trim() ? <strong>{gives.trim().replace(/[.。]$/u, '')}</strong> : '…'}
          {after}
        </Text>
      </Blockquote>
    </div>
  )
}
